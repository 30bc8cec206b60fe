import { ArrowRight } from 'lucide-react';
import { Link } from 'wouter';
import { count, percent, plural } from '../../../core/format.ts';
import { Delta } from '../../parts/delta.tsx';
import { runPath, titleOf } from '../../parts/run-name.tsx';
import type { Change } from '../../parts/run-series.ts';
import { lastChange, type SeriesProps } from './last-change.ts';
import { Panel } from './panel.tsx';

const MOST_REGRESSIONS = 3;

/** Targets whose newest run passed fewer rows than the one before: those that chance hardly explains first. */
export function Regressions({ series, changes, datasetName }: SeriesProps) {
  const found = series
    .map((one) => lastChange(one, changes))
    .filter((change): change is Change => change !== undefined && change.difference < 0)
    .sort((a, b) => Number(b.isClear) - Number(a.isClear) || a.difference - b.difference);
  if (found.length === 0) return null;
  return (
    <Panel title={plural(found.length, 'regression')}>
      <ul className="home-rows">
        {found.slice(0, MOST_REGRESSIONS).map(({ before, after, difference, isClear }) => (
          <li key={after.evaluationId} className="regression">
            <Delta difference={difference} />
            <span className="home-name">
              <Link href={runPath(after)}>{titleOf(after)}</Link>{' '}
              <span className="muted">
                {after.name && `${after.targetName} · `}
                {datasetName(after.datasetId)}
              </span>
            </span>
            <span className="home-change">
              {percent(before.passRate)} <ArrowRight /> <strong>{percent(after.passRate)}</strong>
              {!isClear && <span className="muted tiny"> may be chance</span>}
            </span>
            <Link
              className="button"
              href={`/compare?${new URLSearchParams({ before: before.evaluationId, after: after.evaluationId })}`}
            >
              Compare
            </Link>
          </li>
        ))}
      </ul>
      {found.length > MOST_REGRESSIONS && (
        <p className="home-more">
          <Link href="/runs">Show all {count(found.length)} in Runs</Link>
        </p>
      )}
    </Panel>
  );
}
