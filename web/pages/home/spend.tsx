import type { Run } from '../../../contracts/api/runs.ts';
import { usd } from '../../../core/format.ts';
import { useRunsSince } from '../../api/runs.ts';
import { Panel } from './panel.tsx';

const DAYS = 7;
const DAY_MS = 86_400_000;
const weekday = new Intl.DateTimeFormat('en', { weekday: 'short' });

const midnight = (daysAgo: number): Date => {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo);
};

/** What calls have cost, by the day their run began. Where there are too many runs to count quickly, nothing is said. */
export function Spend() {
  const { data: runs } = useRunsSince(midnight(DAYS - 1).toISOString());
  if (!runs?.some(({ costUsd, priced = 0 }) => costUsd > 0 || priced > 0)) return null;
  const days = Array.from({ length: DAYS }, (_, at) => dayOf(runs, midnight(DAYS - 1 - at)));
  const most = Math.max(...days.map(({ costUsd }) => costUsd));
  return (
    <Panel title="Spend, last 7 days" href="/runs?since=week&group=none" more="Show runs">
      <p className="spend">{usd(days.reduce((sum, { costUsd }) => sum + costUsd, 0))}</p>
      <ol className="spend-days">
        {days.map(({ day, costUsd }) => (
          <li key={day} title={`${day}: ${usd(costUsd)}`}>
            <span className="spend-bar" style={{ height: `${most === 0 ? 0 : (costUsd / most) * 100}%` }} />
            <span className="muted tiny" aria-hidden="true">
              {day}
            </span>
            <span className="hidden-text">
              {day}: {usd(costUsd)}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function dayOf(runs: readonly Run[], from: Date) {
  const began = from.getTime();
  const ofDay = runs.filter(({ startedAt }) => {
    const at = Date.parse(startedAt);
    return at >= began && at < began + DAY_MS;
  });
  return { day: weekday.format(from), costUsd: ofDay.reduce((sum, { costUsd }) => sum + costUsd, 0) };
}
