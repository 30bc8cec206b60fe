import { useMemo } from 'react';
import type { RunDetail } from '../../../contracts/api/runs.ts';
import { count } from '../../../core/format.ts';
import { MOST_ROWS, useAllRows } from '../../api/all-rows.ts';
import { isActive, useRun } from '../../api/runs.ts';
import { Differences } from '../../parts/differences.tsx';
import { ErrorNote, Note } from '../../parts/note.tsx';
import { sideBySide } from '../../parts/side-by-side/side-by-side.ts';
import { SideTable } from '../../parts/side-by-side/side-table.tsx';
import { useWeights } from '../../parts/side-by-side/use-weights.ts';
import { useTitle } from '../../parts/use-title.ts';
import { useUrlState } from '../../parts/use-url-state.ts';
import { ChooseRuns } from './choose-runs.tsx';
import { Experiments } from './experiments.tsx';
import { PairedCharts } from './paired-charts.tsx';
import { type ComparedSide, useComparison } from './use-comparison.ts';

/** Two runs row by row: the worst first. */
export function ComparePage() {
  useTitle('Compare');
  const sides = useSides();
  const { rows: runs, isWhole, error } = useAllRows(sides ?? NONE);
  const rows = useMemo(() => (sides && runs ? sideBySide(runs) : undefined), [sides, runs]);
  const { comparison, problem } = useComparison(sides ?? NONE, sides && runs);
  const weights = useWeights(sides?.[1]?.evaluationId ?? '');
  return (
    <div className="stack">
      <h1>{comparison ? sentence(comparison.headline) : 'Compare two runs'}</h1>
      {comparison?.findings.map((finding) => (
        <p key={finding}>{sentence(finding)}</p>
      ))}
      {!sides && <p className="muted">Choose two runs over the same dataset: what got worse is shown first.</p>}
      <ChooseRuns />
      <ErrorNote error={error} what="The rows could not be read." />
      <ErrorNote error={problem} what="The two runs cannot be compared." />
      {!isWhole && <Note>Only the first {count(MOST_ROWS)} rows of each run are compared here.</Note>}
      {comparison && <Differences data={comparison} />}
      {rows && <PairedCharts rows={rows} />}
      {sides && rows && <SideTable sides={sides} rows={rows} weights={weights} />}
      {!rows && <Experiments />}
    </div>
  );
}

/** Names may be words: the earlier run. */
const sentence = (text: string): string => text.replace(/^the /, 'The ');

const NONE: readonly never[] = [];

/** The runs of the address; called by their targets where these tell them apart, else by which came first. */
function useSides(): readonly ComparedSide[] | undefined {
  const [parameters] = useUrlState();
  const [before, after] = [parameters.get('before') ?? '', parameters.get('after') ?? ''];
  const [baseline, compared] = [useRun(before).data, useRun(after).data];
  const [first, second] = namesOf(baseline, compared);
  const [own, other] = [baseline?.config, compared?.config];
  const [planned, plannedAfter] = [plannedOf(baseline), plannedOf(compared)];
  return useMemo(() => {
    if (!before || !after) return undefined;
    return [
      { evaluationId: before, name: first, planned, config: own },
      { evaluationId: after, name: second, planned: plannedAfter, config: other },
    ];
  }, [before, after, first, second, own, other, planned, plannedAfter]);
}

const plannedOf = (run?: RunDetail): number | undefined => (run && isActive(run) ? run.progress.total : undefined);

function namesOf(baseline?: RunDetail, compared?: RunDetail): readonly [string, string] {
  if (!baseline || !compared || baseline.evaluationId === compared.evaluationId) return ['Baseline', 'Compared'];
  if (baseline.targetName !== compared.targetName) return [baseline.targetName, compared.targetName];
  const names = ['the earlier run', 'the later run'] as const;
  return baseline.startedAt < compared.startedAt ? names : [names[1], names[0]];
}
