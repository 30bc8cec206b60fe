import type { Summary } from '../../contracts/summary.ts';
import { groupErrors } from '../../core/error-groups.ts';
import { count, milliseconds, percent, plural, totalCost, usd, workTime } from '../../core/format.ts';
import { describeUnknown } from '../../core/on-unknown.ts';
import { passRateText } from '../../core/pass-rate.ts';
import { rowNumber } from '../../core/row-number.ts';
import type { Verdict } from '../../core/thresholds.ts';
import type { Colour } from '../terminal/colour.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { oneLine, wrap } from '../terminal/text-width.ts';
import { nextSteps } from './next-steps.ts';
import { printMappingHint } from './print-row.ts';
import { reasonColumn } from './reason-column.ts';
import type { RunReport } from './run-report.ts';
import { statusColour } from './status-colour.ts';

export function printReport(terminal: Terminal, report: RunReport, flags = ''): void {
  const { paint } = terminal;
  const { summary, status, reason, evaluationId } = report;
  const took = summary ? ` in ${workTime(summary)}` : '';
  terminal.line(
    `${paint('bold', report.name)}  ${paint(statusColour(status) ?? 'bold', status)}${took}  ${paint('dim', evaluationId)}`,
  );
  if (reason) terminal.line(`  ${reason}`);
  for (const step of nextSteps(report, flags)) terminal.line(paint('dim', `  → ${step}`));
  for (const [name, value] of figures(report)) terminal.line(`  ${paint('dim', name.padEnd(10))} ${value}`);
  printWrongRows(terminal, report);
  printFailedRows(terminal, report);
  for (const verdict of report.verdicts) printVerdict(terminal, verdict);
}

const SIGNS: Readonly<Record<Verdict['outcome'], [Colour, string]>> = {
  passed: ['green', '✔'],
  failed: ['red', '✘'],
  error: ['red', '✘'],
  inconclusive: ['yellow', '?'],
};

export function printVerdict(terminal: Terminal, verdict: Verdict, before = ''): void {
  const { name, limit, actual, outcome, reason } = verdict;
  const shown = actual === undefined ? 'not measured' : String(Math.round(actual * 1e6) / 1e6);
  const word = outcome === 'inconclusive' ? ', inconclusive' : '';
  terminal.line(`  ${terminal.paint(...SIGNS[outcome])} ${before}${name} ${limit}: ${shown}${word}`);
  if (reason)
    for (const line of wrap(reason, terminal.width - 6)) terminal.line(terminal.paint('dim', `      ${line}`));
}

/** Only for runs that were paced, throttled, or used bulk calls. */
function callsLine({
  bulkCallsMade = 0,
  individualCallsMade = 0,
  throttled = 0,
  waitedMs = 0,
}: Summary): [string, string][] {
  if (bulkCallsMade === 0 && throttled === 0 && waitedMs === 0) return [];
  const calls = [
    ...(bulkCallsMade > 0 ? [`${count(bulkCallsMade)} bulk`] : []),
    ...(individualCallsMade > 0 ? [`${count(individualCallsMade)} individual`] : []),
    `${count(throttled)} throttled`,
    ...(waitedMs > 0 ? [`waited ${milliseconds(waitedMs)} for the rate limit`] : []),
  ];
  return [['calls', calls.join(' · ')]];
}

type Trials = NonNullable<Summary['trials']>;
type Figure<Name extends 'scores' | 'agreement'> = NonNullable<Summary[Name]>[string];

function figures({ summary, evaluationId }: RunReport): [string, string][] {
  if (!summary) return [];
  const { latencyMs, tokens, errors } = summary;
  const passRate = passRateText(summary);
  const rows = `${count(summary.total)} · ${count(summary.succeeded)} answered · ${plural(summary.failed, 'error')} · ${count(summary.skipped)} skipped`;
  return [
    ['rows', rows],
    ...describeUnknown(summary, evaluationId).map((line): [string, string] => ['unknown', line]),
    ...(passRate === undefined
      ? []
      : [['pass rate', `${passRate}${rangeOf(summary.passRateInterval)}`] as [string, string]]),
    ...(summary.score === undefined || Object.keys(summary.scores ?? {}).length < 2
      ? []
      : [['score', `${summary.score.toFixed(3)}, weighted mean of the evaluators`] as [string, string]]),
    ...(summary.trials ? trialLines(summary.trials) : []),
    ...(summary.variants ?? []).map(variantLine),
    ...Object.entries(summary.scores ?? {}).map(([name, score]) => scoreLine(name, score)),
    ...Object.entries(summary.agreement ?? {}).map(([name, agreed]) => agreementLine(name, agreed)),
    [
      'latency',
      `p50 ${milliseconds(latencyMs.p50)} · p95 ${milliseconds(latencyMs.p95)} · p99 ${milliseconds(latencyMs.p99)}`,
    ],
    ...(tokens.total > 0
      ? [['tokens', `${count(tokens.prompt)} in · ${count(tokens.completion)} out`] as [string, string]]
      : []),
    ['cost', costOf(summary)],
    ...callsLine(summary),
    ...(Object.keys(errors).length > 0
      ? [
          [
            'errors',
            Object.entries(errors)
              .map(([name, n]) => `${count(n)} ${name}`)
              .join(' · '),
          ] as [string, string],
        ]
      : []),
  ];
}

function trialLines({ rows, alwaysRight, flaky, alwaysWrong, ...figures }: Trials): [string, string][] {
  const { trials, passAtK, passHatK, passRates, spread, variance, passAtKIntervals, passHatKIntervals } = figures;
  const range = `${percent(Math.min(...passRates))} to ${percent(Math.max(...passRates))}`;
  const { narrowerByRows = 0, narrowerByTrials = 0, add } = variance ?? {};
  const advice = `add ${add} to narrow the interval: doubling rows narrows it by ${percent(narrowerByRows)}, doubling trials by ${percent(narrowerByTrials)}`;
  return [
    ['trials', `up to ${trials} per row · pass rates ${range} · spread ${(spread * 100).toFixed(1)} points`],
    [
      'stability',
      `${plural(rows, 'row')}: ${count(alwaysRight)} always passed · ${count(flaky)} flaky · ${count(alwaysWrong)} always failed`,
    ],
    [
      'pass@k',
      `at least one of ${trials} passes ${percent(passAtK.at(-1))}${rangeOf(passAtKIntervals?.at(-1))} · all of ${trials} pass ${percent(passHatK.at(-1))}${rangeOf(passHatKIntervals?.at(-1))}`,
    ],
    ...(variance ? [['uncertainty', advice] as [string, string]] : []),
  ];
}

const variantLine = ({ name, ...figures }: NonNullable<Summary['variants']>[number]): [string, string] => {
  const { rows, failed, passed: right, compared } = figures;
  const share = compared === 0 ? '' : ` · ${percent(right / compared)} passed`;
  const lost = failed > 0 ? ` · ${plural(failed, 'error')}` : '';
  const cost = totalCost(figures);
  return [name, `${plural(rows, 'answer')}${lost}${share} · ${cost === 'unknown' ? 'cost unknown' : cost}`];
};

const costOf = ({ scoringCostUsd, ...summary }: Summary): string =>
  `${totalCost(summary)}${scoringCostUsd ? ` · ${usd(scoringCostUsd)} for scoring` : ''}`;

const rangeOf = (interval: Summary['passRateInterval']): string =>
  interval ? `, 95% CI ${(interval.low * 100).toFixed(1)}–${(interval.high * 100).toFixed(1)}` : '';

function scoreLine(name: string, { mean, scored, passed: right, errors }: Figure<'scores'>): [string, string] {
  const erred = errors > 0 ? ` · ${plural(errors, 'error')}` : '';
  return [name, `mean ${mean.toFixed(3)} · ${count(right)} of ${count(scored)} passed${erred}`];
}

export function agreementLine(
  name: string,
  { rows, share, kappa, interval, disagreed = [] }: Figure<'agreement'>,
): [string, string] {
  const beyond =
    kappa === undefined || !interval
      ? ''
      : ` · κ ${kappa.toFixed(2)} (95% CI ${interval.low.toFixed(2)}–${interval.high.toFixed(2)})`;
  const not =
    disagreed.length > 0 ? ` · disagree on row ${disagreed.map((row) => rowNumber(row.rowIndex)).join(', ')}` : '';
  return ['agreement', `people and ${name} agree on ${percent(share)} of ${plural(rows, 'row')}${beyond}${not}`];
}

function printWrongRows(terminal: Terminal, { wrongRows, summary, mapping }: RunReport): void {
  if (wrongRows.length === 0) return;
  terminal.line();
  terminal.table(wrongRows, [
    { title: '  row', value: (row) => `  ${rowNumber(row.row_index)}` },
    { title: 'sample', value: (row) => row.sample_id, shrinkTo: 10 },
    { title: 'expected', value: (row) => row.expected, shrinkTo: 12 },
    { title: 'answered', value: (row) => row.actual_output, colour: () => 'red', shrinkTo: 20 },
    ...reasonColumn(wrongRows),
  ]);
  const hidden = (summary?.wrong ?? 0) - wrongRows.length;
  if (hidden > 0) terminal.line(terminal.paint('dim', `  … and ${plural(hidden, 'failed answer')} more`));
  printMappingHint(terminal, mapping);
}

interface Failures {
  readonly failedRows: Parameters<typeof groupErrors>[0];
  readonly summary?: Pick<Summary, 'failed' | 'haltedBy'>;
}

/** `results --row` shows the whole message. */
const LINES_OF_REASON = 6;
const MOST_GROUPS = 10;

/** Prints each error once, with its whole message. */
export function printFailedRows(terminal: Terminal, { failedRows, summary }: Failures): void {
  const { paint, width } = terminal;
  // The first rows all ended with one error, although its message may vary.
  const most = summary?.haltedBy === 'early-stop' ? 1 : MOST_GROUPS;
  const groups = groupErrors(failedRows);
  for (const { name, message, count: times, rows, hint } of groups.slice(0, most)) {
    const which = `${rows.length === 1 ? 'row' : 'rows'} ${rows.map(rowNumber).join(', ')}${times > rows.length ? ', …' : ''}`;
    terminal.line();
    terminal.line(`  ${count(times)} × ${paint('red', name)}  ${paint('dim', which)}`);
    for (const line of wrap(oneLine(message), width - 6, LINES_OF_REASON)) terminal.line(`      ${line}`);
    if (hint) for (const line of wrap(hint, width - 8)) terminal.line(paint('dim', `      → ${line}`));
  }
  const shown = groups.slice(0, most).reduce((sum, group) => sum + group.count, 0);
  const hidden = (summary?.failed ?? 0) - shown;
  if (hidden > 0) terminal.line(terminal.paint('dim', `  … and ${plural(hidden, 'error')} more`));
}
