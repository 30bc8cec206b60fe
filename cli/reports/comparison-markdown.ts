import type { RunComparison } from '../../client/experiments/compare-runs.ts';
import { count, milliseconds, usd } from '../../core/format.ts';
import { rowNumber } from '../../core/row-number.ts';
import { cell } from './markdown.ts';
import { passedCell, scoreCell } from './print-comparison.ts';

export function comparisonMarkdown({ headline, findings, variants, changed, baseline }: RunComparison): string {
  const evaluators = [...new Set(variants.flatMap(({ scores }) => Object.keys(scores)))];
  const titles = ['variant', 'rows', 'errors', 'passed', ...evaluators, 'p50', 'p95', 'cost'];
  const lines = [
    `**${cell(headline)}**`,
    '',
    ...findings.map((finding) => `- ${cell(finding)}`),
    '',
    `| ${titles.map(cell).join(' | ')} |`,
    `|${titles.map((title) => (title === 'variant' ? '---' : '---:')).join('|')}|`,
    ...variants.map((variant) =>
      [
        '',
        cell(variant.name === baseline ? `${variant.name} (baseline)` : variant.name),
        count(variant.rows),
        count(variant.failed),
        passedCell(variant),
        ...evaluators.map((evaluator) => scoreCell(variant.scores[evaluator])),
        milliseconds(variant.latencyMs.p50),
        milliseconds(variant.latencyMs.p95),
        usd(variant.costUsd),
        '',
      ]
        .join(' | ')
        .trim(),
    ),
    '',
  ];
  if (changed.length === 0) return lines.join('\n');
  return [
    ...lines,
    '<details><summary>Rows that changed</summary>',
    '',
    '| | row | expected | baseline | variant |',
    '|---|---:|---|---|---|',
    ...changed.map(
      ({ change, variant, rowIndex, expected, baselineAnswer, variantAnswer }) =>
        `| ${change} in ${cell(variant)} | ${rowNumber(rowIndex)} | ${cell(expected ?? '')} | ${cell(baselineAnswer ?? '')} | ${cell(variantAnswer ?? '')} |`,
    ),
    '',
    '</details>',
    '',
  ].join('\n');
}
