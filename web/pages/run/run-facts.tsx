import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { RunDetail } from '../../../contracts/api/runs.ts';
import { count, milliseconds, plural, seconds, usd, workTime } from '../../../core/format.ts';
import { isObject } from '../../../core/json.ts';
import { describePacing } from '../../../core/pacing/describe-pacing.ts';
import { isActive } from '../../api/runs.ts';
import { Ago } from '../../parts/ago.tsx';

/** How rows were called, where that is more than one call each. */
const callsOf = ({ bulkCallsMade, individualCallsMade, throttled, waitedMs }: NonNullable<RunDetail['summary']>) =>
  [
    bulkCallsMade && `${plural(bulkCallsMade, 'bulk call')}`,
    individualCallsMade && `${count(individualCallsMade)} individual`,
    throttled && `${count(throttled)} throttled`,
    waitedMs && `rows waited ${milliseconds(waitedMs)}`,
  ]
    .filter(Boolean)
    .join(', ');

/** How the run was made, and where it stands. */
export function RunFacts({ run }: { readonly run: RunDetail }) {
  const { progress, summary } = run;
  const active = isActive(run);
  const facts: [string, ReactNode][] = [
    ...(active
      ? [['calls', isObject(run.config) && run.config.bulkConfig ? 'in bulk' : 'one by one'] as [string, string]]
      : []),
    ...(summary?.scoringCostUsd ? [['scoring', usd(summary.scoringCostUsd)] as [string, string]] : []),
    ...(active && progress.etaSeconds !== undefined
      ? [['time left', seconds(progress.etaSeconds)] as [string, string]]
      : []),
    ...(active && progress.rowsPerSecond > 0
      ? [['speed', `${progress.rowsPerSecond} rows/s`] as [string, string]]
      : []),
    ...(active ? [['at once', count(run.maxConcurrency)] as [string, string]] : []),
    ...(active && progress.pacing ? [['rate', describePacing(progress.pacing)] as [string, string]] : []),
    ...(!active && summary && (summary.bulkCallsMade || summary.throttled)
      ? [['calls', callsOf(summary)] as [string, string]]
      : []),
    ...(active && progress.unreachable ? [['waiting for', progress.unreachable] as [string, string]] : []),
    ['target', <Target key="target" run={run} />],
    [
      'dataset',
      <Link
        key="dataset"
        className="name"
        title={run.datasetId}
        href={`/datasets/${encodeURIComponent(run.datasetId)}`}
      >
        {run.datasetId}
      </Link>,
    ],
    ...(run.experimentId
      ? [
          [
            'experiment',
            <Link key="experiment" className="name" href={`/experiments/${encodeURIComponent(run.experimentId)}`}>
              {run.experimentId}
            </Link>,
          ] as [string, ReactNode],
        ]
      : []),
    ['started', <Ago key="started" time={run.startedAt} />],
    ...(summary ? [['took', workTime(summary)] as [string, string]] : []),
  ];
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const Target = ({ run: { targetName, executionMode } }: { readonly run: RunDetail }) => (
  <>
    <span className="name" title={targetName}>
      {targetName}
    </span>
    {executionMode && ` (${executionMode})`}
  </>
);
