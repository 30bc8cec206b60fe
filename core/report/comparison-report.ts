import type { IndexRow } from '../../contracts/api/rows.ts';
import type { Comparison, Effect } from '../../contracts/comparison.ts';
import { evaluatorsOf } from '../../contracts/run-evaluators.ts';
import { compareVariants } from '../experiments/compare-variants.ts';
import { namesOfRuns } from '../experiments/names-of-runs.ts';
import { count, plural } from '../format.ts';
import { headlineOf } from '../headline.ts';
import { rowNumber } from '../row-number.ts';
import { comparedRow } from '../rows/compared-row.ts';
import { type Scales, scalesOf } from '../scoring/own-scale.ts';
import { shortInput } from '../short-input.ts';
import { type Html, html } from './html.ts';
import { footer, forest, page, quoted, type ReportedRun, stateMark, stateOf, table, tilesOf } from './parts.ts';

export interface ReportedSide {
  readonly run: ReportedRun;
  readonly rows: readonly IndexRow[];
}

const MOST_CHANGED = 50;

/** Two runs as one HTML file; the first is the baseline. */
export function comparisonReport(before: ReportedSide, after: ReportedSide): string {
  const names = namesOfRuns(before.run, after.run);
  const sides = [before, after].map(({ run, rows }, at) => ({
    name: names[at] ?? '',
    evaluationId: run.evaluationId,
    evaluators: evaluatorsOf({ config: JSON.stringify(run.config) }),
    rows: rows.map(comparedRow),
  }));
  const comparison = compareVariants(sides, names[0]);
  return page(
    comparison.headline,
    html`<p class="muted">${names[1]} compared with ${names[0]}</p><h1>${comparison.headline}</h1>`,
    // What the headline has said is not said again.
    comparison.findings.map((finding) => html`<p>${finding.replace(`${comparison.headline}. `, '')}</p>`),
    [before.run, after.run].map((run, at) => html`<h2>${names[at]}</h2>${tilesOf(run)}`),
    differencesOf(comparison, scalesOf(after.run.config)),
    changedOf(comparison, before.rows, after.rows, names),
    footer([before.run, after.run]),
  );
}

const signed = (value: number, digits: number): string =>
  `${value > 0 ? '+' : ''}${value.toFixed(digits)}`.replace('-', '−');

function differencesOf({ differences, baseline }: Comparison, scales: Scales): Html {
  const [only] = differences;
  const lines = Object.entries({ 'pass rate': only?.passRate, ...only?.scores }).filter(
    (line): line is [string, Effect] => line[1] !== undefined,
  );
  if (lines.length === 0) return html``;
  const intervalOf = ({ difference, interval = { low: difference, high: difference } }: Effect) => interval;
  const most = Math.max(0.05, ...lines.flatMap(([, effect]) => Object.values(intervalOf(effect)).map(Math.abs)));
  // A share in points, a score as its evaluator gives it.
  const shown = (what: string, value: number) => {
    const [low, high] = scales[what] ?? [0, 1];
    return what === 'pass rate' ? `${signed(value * 100, 1)} points` : signed(value * (high - low), 3);
  };
  return html`<h2>Paired differences from ${baseline}</h2>${table(
    ['In', '', 'Difference', '95% CI', 'Better / same / worse', 'Verdict'],
    lines.map(([what, effect]) => [
      what,
      forest(effect.difference, intervalOf(effect), most),
      shown(what, effect.difference),
      `${shown(what, intervalOf(effect).low)} to ${shown(what, intervalOf(effect).high)}`,
      [effect.wins, effect.ties, effect.losses].map(count).join(' / '),
      effect.verdict === 'cannot tell' ? 'not significant' : effect.verdict,
    ]),
    [2, 3],
  )}`;
}

function changedOf(
  { differences }: Comparison,
  before: readonly IndexRow[],
  after: readonly IndexRow[],
  names: readonly string[],
): Html {
  const { worse = [], better = [] } = differences[0] ?? {};
  const of = (rows: readonly IndexRow[]) => new Map(rows.map((row) => [row.sampleId, row]));
  const [was, is] = [of(before), of(after)];
  const said = (row: IndexRow | undefined) =>
    row && html`${stateMark(stateOf(row))} ${quoted(row.errorName ? headlineOf(row.errorMessage) : row.actualOutput)}`;
  return html`<h2>${plural(worse.length, 'row')} got worse, ${count(better.length)} got better</h2>${table(
    ['Row', 'Input', 'Expected', ...names],
    [...worse, ...better].slice(0, MOST_CHANGED).map((id) => {
      const row = is.get(id) ?? was.get(id);
      return [
        row && count(rowNumber(row.rowIndex)),
        quoted(shortInput(row?.input ?? null)),
        quoted(row?.expected),
        said(was.get(id)),
        said(is.get(id)),
      ];
    }),
  )}${worse.length + better.length > MOST_CHANGED && html`<p class="muted">The first ${count(MOST_CHANGED)} are listed.</p>`}`;
}
