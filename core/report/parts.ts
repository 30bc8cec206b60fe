import type { IndexRow } from '../../contracts/api/rows.ts';
import type { Bars } from '../../contracts/api/run-charts.ts';
import type { Interval } from '../../contracts/comparison.ts';
import type { Summary } from '../../contracts/summary.ts';
import { count, milliseconds, moment, percent, totalCost } from '../format.ts';
import { type Html, html, type Part } from './html.ts';
import { STYLE } from './style.ts';

/** A run as reports name it. */
export interface ReportedRun {
  readonly evaluationId: string;
  readonly name?: string;
  readonly targetName: string;
  readonly datasetId: string;
  readonly status: string;
  readonly startedAt: string;
  readonly reason?: string;
  readonly summary?: Summary;
  readonly config: unknown;
}

export const nameOfRun = ({ name, targetName }: Pick<ReportedRun, 'name' | 'targetName'>): string => name ?? targetName;

/** One file that loads nothing and runs nothing, wherever it is opened. */
export const page = (title: string, ...parts: readonly Part[]): string =>
  html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title><style>${STYLE}</style></head><body>${parts}</body></html>
`.text;

/** A text of a row: of its own direction, and told where it was cut. */
export const quoted = (text: string | null | undefined, most = 500): Html =>
  html`<bdi dir="auto">${text && text.length >= most ? `${text.slice(0, most)}…` : (text ?? '')}</bdi>`;

/** Each with a shape of its own, which no font has to have. */
const STATES = {
  passed: ['M2 9l4 4 8-10', 'Passed'],
  failed: ['M3 3l10 10M13 3L3 13', 'Failed'],
  error: ['M8 2l6 11H2zM8 7v3', 'Error'],
  skipped: ['M3 8h10', 'Skipped'],
} as const;
export type ReportState = keyof typeof STATES;

export const stateOf = ({ status, passed }: Pick<IndexRow, 'status' | 'passed'>): ReportState | undefined => {
  if (status === 'failed') return 'error';
  if (status === 'skipped') return 'skipped';
  return passed === null ? undefined : passed ? 'passed' : 'failed';
};

export const stateMark = (state: ReportState | undefined): Html => {
  if (!state) return html`<span class="muted">Answered</span>`;
  const [shape, word] = STATES[state];
  return html`<span class="state ${state}"><svg viewBox="0 0 16 16" aria-hidden="true"><path d="${shape}"/></svg> ${word}</span>`;
};

/** 95% CI 42.7–83.2 */
export const range = ({ low, high }: Interval): string =>
  `95% CI ${[low, high].map((bound) => (bound * 100).toFixed(1)).join('–')}`;

export const tile = (title: string, value: string, note = ''): Html =>
  html`<div class="tile"><span class="muted">${title}</span><b>${value}</b><span class="muted">${note}</span></div>`;

export function tilesOf({ summary }: ReportedRun): Html {
  if (!summary) return html`<p class="muted">This run has no figures yet.</p>`;
  const { passRate, passRateInterval, wrong = 0, failed, skipped, latencyMs, tokens } = summary;
  return html`<div class="tiles">
    ${passRate !== undefined && tile('Pass rate', percent(passRate), passRateInterval && range(passRateInterval))}
    ${passRate !== undefined && tile('Failed', count(wrong))}
    ${tile('Errors', count(failed), skipped > 0 ? `${count(skipped)} skipped` : '')}
    ${tile('p95 time', milliseconds(latencyMs.p95), `p50 ${milliseconds(latencyMs.p50)}`)}
    ${tile('Cost', totalCost(summary))}${tokens.total > 0 && tile('Tokens', count(tokens.total))}</div>`;
}

export function barOf(counts: readonly (readonly [ReportState, number])[]): Html {
  const there = counts.filter(([, rows]) => rows > 0);
  const words = there.map(([state, rows]) => `${count(rows)} ${STATES[state][1].toLowerCase()}`).join(', ');
  return html`<div class="bar" role="img" aria-label="${words}">${there.map(
    ([state, rows]) => html`<i class="${state}" style="flex:${rows}"></i>`,
  )}</div>`;
}

export function table(
  heads: readonly string[],
  lines: readonly (readonly Part[])[],
  numbers: readonly number[] = [],
): Html {
  const kind = (at: number) => (numbers.includes(at) ? 'number' : '');
  return html`<div class="wide"><table><thead><tr>${heads.map((head, at) => html`<th scope="col" class="${kind(at)}">${head}</th>`)}</tr></thead>
<tbody>${lines.map((cells) => html`<tr>${cells.map((cell, at) => html`<td class="${kind(at)}">${cell}</td>`)}</tr>`)}</tbody></table></div>`;
}

const WIDTH = 320;
const HEIGHT = 80;

/** How values of rows are spread. */
export function histogram(title: string, { low, width, counts }: Bars, format: (value: number) => string): Html {
  const most = Math.max(1, ...counts);
  const step = WIDTH / Math.max(1, counts.length);
  const bars = counts.map((rows, at) => {
    const height = rows === 0 ? 0 : Math.max(2, (rows / most) * HEIGHT);
    return html`<rect x="${(at * step + 0.5).toFixed(1)}" y="${(HEIGHT - height).toFixed(1)}" width="${(step - 1).toFixed(1)}" height="${height.toFixed(1)}"><title>${format(low + at * width)}: ${count(rows)}</title></rect>`;
  });
  const high = format(low + width * counts.length);
  return html`<figure><figcaption>${title}</figcaption><svg viewBox="0 0 ${WIDTH} ${HEIGHT + 16}" role="img" aria-label="${title}, from ${format(low)} to ${high}, at most ${count(most)} rows">${bars}
<line x1="0" x2="${WIDTH}" y1="${HEIGHT}" y2="${HEIGHT}"/><text x="0" y="${HEIGHT + 13}">${format(low)}</text><text x="${WIDTH}" y="${HEIGHT + 13}" text-anchor="end">${high}</text></svg></figure>`;
}

/** A difference as a dot on its interval; no difference is in the middle. */
export function forest(difference: number, { low, high }: Interval, most: number): Html {
  const x = (value: number) => (160 + (value / most) * 150).toFixed(1);
  return html`<svg viewBox="0 0 320 20" role="img" aria-label="from ${(low * 100).toFixed(1)} to ${(high * 100).toFixed(1)}"><line x1="160" x2="160" y1="2" y2="18"/><rect x="${x(low)}" y="8.5" width="${(((high - low) / most) * 150).toFixed(1)}" height="3"/><circle cx="${x(difference)}" cy="10" r="5"/></svg>`;
}

export const footer = (runs: readonly ReportedRun[]): Html =>
  html`<footer>${runs.map(
    (run) =>
      html`<p>${run.evaluationId} · target ${run.targetName} · dataset ${run.datasetId} · ${run.status} · started ${moment(run.startedAt)}</p>`,
  )}<p>Made by Rollcall. Intervals are 95% confidence intervals.</p></footer>`;
