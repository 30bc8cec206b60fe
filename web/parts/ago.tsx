import { moment } from '../../core/format.ts';

const UNITS = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
] as const;
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

export function agoOf(iso: string, now = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  const unit = UNITS.find(([, length]) => Math.abs(seconds) >= length);
  return unit ? relative.format(Math.round(seconds / unit[1]), unit[0]) : 'just now';
}

/** How long ago, with the exact time on hover. */
export function Ago({ time }: { readonly time?: string }) {
  if (!time) return <span className="muted">unknown</span>;
  return (
    <time dateTime={time} title={moment(time)}>
      {agoOf(time)}
    </time>
  );
}
