import type { Summary } from '../contracts/summary.ts';

/** Figures as people read them. */

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

export const count = (value: number): string => grouped.format(value);

export const plural = (value: number, one: string, several = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : several}`;

export function milliseconds(value: number | undefined): string {
  if (value === undefined) return '–';
  if (value < 1000) return `${Math.round(value)} ms`;
  return value < 10_000 ? `${(value / 1000).toFixed(1)} s` : seconds(value / 1000);
}

/** Of the work just done, and that of all work on the run where there was more. */
export const workTime = ({ workMs, totalWorkMs }: Pick<Summary, 'workMs' | 'totalWorkMs'>): string =>
  `${milliseconds(workMs)}${totalWorkMs > workMs ? ` (${milliseconds(totalWorkMs)} in total)` : ''}`;

export function seconds(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return '–';
  const whole = Math.round(value);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)}m ${String(whole % 60).padStart(2, '0')}s`;
  return `${Math.floor(whole / 3600)}h ${String(Math.floor((whole % 3600) / 60)).padStart(2, '0')}m`;
}

/** Cents matter for a run of cents: small sums show more digits, those below a cent the first two that are not 0. */
export function usd(value: number | undefined): string {
  if (value === undefined) return 'unknown';
  if (value === 0) return '$0';
  const digits = value >= 1 ? 2 : value >= 0.01 ? 4 : Math.min(12, 1 - Math.floor(Math.log10(value)));
  return `$${value.toFixed(digits).replace(/(\.\d{2}\d*?)0+$/, '$1')}`;
}

/** What the rows of a run have cost together, as far as anybody said. */
export const totalCost = ({ costUsd, priced = 0 }: { readonly costUsd: number; readonly priced?: number }): string =>
  costUsd === 0 && priced === 0 ? 'unknown' : usd(costUsd);

/** What one row has cost. One that was never called cost nothing, and nobody asks. */
export const rowCost = (status: string, costUsd: number | null | undefined): string =>
  status === 'skipped' ? '–' : usd(costUsd ?? undefined);

/** Rounded to a tenth; 0.0% and 100.0% mean none and all. */
export function percent(share: number | undefined): string {
  if (share === undefined) return '–';
  const rounded = Math.round(share * 1000);
  const tenths = share > 0 && share < 1 ? Math.min(999, Math.max(1, rounded)) : rounded;
  return `${(tenths / 10).toFixed(1)}%`;
}

export function bytes(value: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB'];
  let size = value;
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit++;
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${units[unit]}`;
}

/** 2026-11-16 05:33, in local time. */
export function moment(iso: string | undefined): string {
  if (!iso) return '';
  const date = new Date(iso);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
