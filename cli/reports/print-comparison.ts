import type { RunComparison } from '../../client/experiments/compare-runs.ts';
import type { Interval, VariantFigures } from '../../contracts/comparison.ts';
import { count, milliseconds, percent, plural, usd } from '../../core/format.ts';
import { countedRows } from '../../core/pass-rate.ts';
import { rowNumber } from '../../core/row-number.ts';
import type { Paint } from '../terminal/colour.ts';
import { diffText } from '../terminal/diff.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { agreementLine } from './print-report.ts';

/** Prints findings, then figures, then the rows that changed. */
export function printComparison(terminal: Terminal, comparison: RunComparison): void {
  const { findings, variants, differences, changed, baseline } = comparison;
  for (const finding of findings) terminal.line(`${terminal.paint('bold', '▸')} ${finding}`);
  terminal.line();
  const evaluators = [...new Set(variants.flatMap(({ scores }) => Object.keys(scores)))];
  terminal.table(variants, [
    { title: 'variant', value: ({ name }) => (name === baseline ? `${name} (baseline)` : name), shrinkTo: 12 },
    { title: 'rows', value: ({ rows }) => count(rows), right: true },
    { title: 'errors', value: ({ failed }) => count(failed), right: true },
    { title: 'passed', value: passedCell },
    ...evaluators.map((evaluator) => ({
      title: evaluator,
      value: ({ scores }: VariantFigures) => scoreCell(scores[evaluator]),
    })),
    { title: 'p50', value: ({ latencyMs }) => milliseconds(latencyMs.p50), right: true },
    { title: 'p95', value: ({ latencyMs }) => milliseconds(latencyMs.p95), right: true },
    { title: 'tokens', value: ({ tokens }) => (tokens > 0 ? count(tokens) : 'unknown'), right: true },
    { title: 'cost', value: ({ costUsd }) => usd(costUsd), right: true },
  ]);
  for (const { variant, passRate, mcnemar } of differences) {
    if (!passRate || !mcnemar) continue;
    const { wins, ties, losses, unanswered, effectSize } = passRate;
    const without = unanswered > 0 ? ` · ${count(unanswered)} without an answer` : '';
    const effect = effectSize === undefined ? '' : ` · effect size ${effectSize.toFixed(2)}`;
    terminal.line(
      `  ${variant} vs ${baseline}: ${count(wins)} wins · ${count(ties)} ties · ${count(losses)} losses${without} · McNemar p = ${mcnemar.p.toPrecision(2)}${effect}`,
    );
  }
  for (const { name, agreement = {} } of variants) {
    for (const [evaluator, agreed] of Object.entries(agreement)) {
      const [, said] = agreementLine(evaluator, agreed);
      terminal.line(`  ${name}: ${said}`);
    }
  }
  printModels(terminal, comparison);
  if (changed.length === 0) return;
  terminal.line();
  terminal.table(changed, [
    {
      title: 'changed',
      value: ({ change, variant }) => `${change} in ${variant}`,
      colour: ({ change }) => (change === 'worse' ? 'red' : 'green'),
    },
    { title: 'row', value: ({ rowIndex }) => rowNumber(rowIndex), right: true },
    { title: 'expected', value: ({ expected }) => expected, shrinkTo: 10 },
    { title: baseline, value: ({ baselineAnswer }) => baselineAnswer, shrinkTo: 12 },
    { title: 'variant', value: ({ variantAnswer }) => variantAnswer, shrinkTo: 12 },
  ]);
  const all = differences.reduce((sum, { worse, better }) => sum + worse.length + better.length, 0);
  if (all > changed.length) terminal.line(terminal.paint('dim', `… and ${plural(all - changed.length, 'row')} more`));
}

/** What was asked of which model, and how prompts differ from the baseline's. */
function printModels(terminal: Terminal, { models = [], baseline }: RunComparison): void {
  const first = models.find(({ name }) => name === baseline) ?? models[0];
  const shown = new Set([first?.promptHash]);
  for (const { name, provider, model, promptHash = '', prompts, parameters } of models) {
    const rest = parameters ? ` · ${JSON.stringify(parameters)}` : '';
    terminal.line(`  ${name}: ${provider} ${model} · prompt ${promptHash.slice(0, 8)}${rest}`);
    if (!first || shown.has(promptHash)) continue;
    shown.add(promptHash);
    const paint: Paint = (colour, text) => terminal.paint(colour, text);
    for (const line of diffText(first.prompts.join('\n'), prompts.join('\n'), paint)) terminal.line(`    ${line}`);
  }
}

/** `85.0% of 412 called (95% CI 81.2–88.1)` */
export function passedCell({ passRate, passRateInterval, rows, skipped, compared }: VariantFigures): string {
  if (passRate === undefined) return '–';
  const kind = countedRows({ compared, total: rows, skipped });
  const of = kind && ` of ${count(compared)} ${kind}`;
  return `${percent(passRate)}${of}${between(passRateInterval, (value) => (value * 100).toFixed(1))}`;
}

export const scoreCell = (score: VariantFigures['scores'][string] | undefined): string =>
  score === undefined ? '–' : `${score.mean.toFixed(3)}${between(score.interval, (value) => value.toFixed(3))}`;

const between = (interval: Interval | undefined, shown: (value: number) => string): string =>
  interval ? ` (95% CI ${shown(interval.low)}–${shown(interval.high)})` : '';
