import type { IndexRow } from '../../contracts/api/rows.ts';
import type { RunCharts } from '../../contracts/api/run-charts.ts';
import { count, milliseconds, moment, percent, plural } from '../format.ts';
import { headlineOf } from '../headline.ts';
import { passedOfText } from '../pass-rate.ts';
import { rowNumber } from '../row-number.ts';
import { inScale, scalesOf, scoreText } from '../scoring/own-scale.ts';
import { shortInput } from '../short-input.ts';
import { type Html, html } from './html.ts';
import {
  barOf,
  footer,
  histogram,
  nameOfRun,
  page,
  quoted,
  type ReportedRun,
  stateMark,
  stateOf,
  table,
  tilesOf,
} from './parts.ts';

/** Rows that a report lists: the worst. */
export const REPORTED_ROWS = 50;

/** A run as one HTML file. */
export function runReport(run: ReportedRun, charts: RunCharts, worst: readonly IndexRow[]): string {
  const { summary, reason } = run;
  const { passed = 0, wrong = 0, failed = 0, skipped = 0 } = summary ?? {};
  const verdict =
    summary?.passRate === undefined ? plural(summary?.succeeded ?? 0, 'answer') : `${passedOfText(summary)} passed`;
  return page(
    `${nameOfRun(run)}: ${verdict}`,
    html`<p class="muted">${nameOfRun(run)} · ${run.datasetId} · ${moment(run.startedAt)}</p><h1>${verdict}</h1>${reason && html`<p>${reason}</p>`}`,
    summary?.passRate !== undefined &&
      barOf([
        ['passed', passed],
        ['failed', wrong],
        ['error', failed],
        ['skipped', skipped],
      ]),
    tilesOf(run),
    chartsOf(run, charts),
    failuresOf(charts),
    rowsOf(worst),
    footer([run]),
  );
}

function chartsOf({ config, summary }: ReportedRun, { latencyMs, scores, segments }: RunCharts): Html {
  const scales = scalesOf(config);
  return html`<div class="charts">${latencyMs.counts.length > 1 && histogram('Response time', latencyMs, milliseconds)}${Object.entries(
    scores,
  ).map(([name, bars]) => {
    const own = (value: number) => String(Math.round(inScale(value, scales[name]) * 100) / 100);
    const mean = summary?.scores?.[name]?.mean;
    return histogram(`${name}${mean === undefined ? '' : `, mean ${scoreText(mean, scales[name])}`}`, bars, own);
  })}</div>${segments.map(
    ({ column, values }) =>
      html`<h2>Pass rate by ${column}</h2>${table(
        [column, 'Pass rate', 'Passed'],
        values.map(({ value, compared, passed }) => [
          quoted(value),
          percent(compared === 0 ? undefined : passed / compared),
          `${count(passed)} of ${count(compared)}`,
        ]),
        [1, 2],
      )}`,
  )}`;
}

function failuresOf({ errors, failures }: RunCharts): Html {
  const groups = [
    ...errors.map((group) => ({ ...group, state: 'error' as const })),
    ...failures.map((group) => ({ ...group, state: 'failed' as const })),
  ];
  if (groups.length === 0) return html``;
  return html`<h2>Failures</h2>${table(
    ['Kind', 'Reason', 'Rows'],
    groups.map(({ state, name, title, hint, count: rows }) => [
      stateMark(state),
      html`${quoted(title || name)} <span class="muted">${name}</span>${hint && html`<p class="muted">${hint}</p>`}`,
      count(rows),
    ]),
    [2],
  )}`;
}

function rowsOf(worst: readonly IndexRow[]): Html {
  if (worst.length === 0) return html``;
  return html`<h2>${worst.length >= REPORTED_ROWS ? `The worst ${count(worst.length)} rows` : 'Rows'}</h2>${table(
    ['Row', 'Result', 'Input', 'Expected', 'Answer', 'Time'],
    worst.map((row) => [
      count(rowNumber(row.rowIndex)),
      stateMark(stateOf(row)),
      quoted(shortInput(row.input)),
      quoted(row.expected),
      quoted(row.errorName ? `${row.errorName}: ${headlineOf(row.errorMessage)}` : row.actualOutput),
      milliseconds(row.latencyMs ?? undefined),
    ]),
    [5],
  )}`;
}
