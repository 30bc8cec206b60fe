import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { RunDetail } from '../../../contracts/api/runs.ts';
import { count, milliseconds, seconds, usd } from '../../../core/format.ts';
import { isActive } from '../../api/runs.ts';
import { Ago } from '../../parts/ago.tsx';
import { RunStatusMark } from '../../parts/run-status.tsx';

/** The figures beside the verdict. */
export function RunFacts({ run }: { readonly run: RunDetail }) {
  const { progress, summary, status } = run;
  const active = isActive(run);
  const facts: [string, ReactNode][] = [
    ['', <RunStatusMark key="status" status={status} />],
    ...(summary?.latencyMs.p95 === undefined
      ? [['average', milliseconds(progress.averageLatencyMs)] as [string, string]]
      : [
          ['p50', milliseconds(summary.latencyMs.p50)] as [string, string],
          ['p95', milliseconds(summary.latencyMs.p95)] as [string, string],
        ]),
    ['cost', usd(progress.costUsd)],
    ...(progress.tokens.total > 0 ? [['tokens', count(progress.tokens.total)] as [string, string]] : []),
    ...(active && progress.etaSeconds !== undefined
      ? [['time left', seconds(progress.etaSeconds)] as [string, string]]
      : []),
    ...(active && progress.rowsPerSecond > 0
      ? [['speed', `${progress.rowsPerSecond} rows/s`] as [string, string]]
      : []),
    ...(active ? [['at once', count(run.maxConcurrency)] as [string, string]] : []),
    ['target', run.executionMode ? `${run.targetName} (${run.executionMode})` : run.targetName],
    [
      'dataset',
      <Link key="dataset" href={`/datasets/${encodeURIComponent(run.datasetId)}`}>
        {run.datasetId}
      </Link>,
    ],
    ['started', <Ago key="started" time={run.startedAt} />],
    ...(summary ? [['took', milliseconds(summary.durationMs)] as [string, string]] : []),
  ];
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name || <span className="hidden-text">status</span>}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
