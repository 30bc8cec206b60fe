import { ArrowRight } from 'lucide-react';
import { Link } from 'wouter';
import type { MonitorResult } from '../../../contracts/monitor.ts';
import { percent, plural } from '../../../core/format.ts';
import { useAllLastResults, useMonitors } from '../../api/monitors.ts';
import { Delta } from '../../parts/delta.tsx';
import { isClear } from '../../parts/run-series.ts';
import { Panel } from './panel.tsx';

/** Monitors whose newer half of results passes clearly less often than the older half. */
export function DroppedMonitors() {
  const monitors = useMonitors().data?.monitors ?? [];
  const found = useAllLastResults(monitors.map(({ name }) => name));
  if (!found || monitors.length === 0) return null;
  const dropped = found.flatMap(({ name, results }) => {
    const halves = halvesOf(results);
    return halves && halves.after.share < halves.before.share && isClear([halves.before, halves.after])
      ? [{ name, before: halves.before.share, after: halves.after.share }]
      : [];
  });
  return (
    <Panel title="Monitors" href="/monitors">
      {dropped.length === 0 ? (
        <p className="muted">{plural(monitors.length, 'monitor')}, none worse than before</p>
      ) : (
        <ul className="home-rows">
          {dropped.map(({ name, before, after }) => (
            <li key={name} className="regression">
              <Delta difference={after - before} />
              <Link href={`/monitors/${name}`} className="home-name">
                {name}
              </Link>
              <span className="home-change">
                {percent(before)} <ArrowRight /> <strong>{percent(after)}</strong>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

const FEWEST = 10;

/** The last results in two halves; they come newest first. */
export function halvesOf(results: readonly Pick<MonitorResult, 'passed'>[]) {
  const judged = results.filter(({ passed }) => passed !== null);
  const half = Math.floor(judged.length / 2);
  if (half < FEWEST) return undefined;
  const shareOf = (some: typeof judged) => ({
    share: some.filter(({ passed }) => passed).length / some.length,
    rows: some.length,
  });
  return { after: shareOf(judged.slice(0, half)), before: shareOf(judged.slice(half)) };
}
