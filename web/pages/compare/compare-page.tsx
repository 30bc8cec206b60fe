import { ArrowDown, ArrowUp } from 'lucide-react';
import { useMemo } from 'react';
import type { RunDetail } from '../../../contracts/api/runs.ts';
import { namesOfRuns } from '../../../core/experiments/names-of-runs.ts';
import { count } from '../../../core/format.ts';
import { MOST_ROWS, useAllRows } from '../../api/all-rows.ts';
import { isActive, useRun } from '../../api/runs.ts';
import { Differences } from '../../parts/differences.tsx';
import { ErrorNote, Note } from '../../parts/note.tsx';
import { Share } from '../../parts/share.tsx';
import { sideBySide } from '../../parts/side-by-side/side-by-side.ts';
import { SideTable } from '../../parts/side-by-side/side-table.tsx';
import { useGrading } from '../../parts/side-by-side/use-grading.ts';
import { Skeleton } from '../../parts/skeleton.tsx';
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
  const before = useRun(sides?.[0]?.evaluationId ?? '').data;
  const after = useRun(sides?.[1]?.evaluationId ?? '').data;
  const grading = useGrading(sides?.[1]?.evaluationId ?? '');
  const { verdict, headline = '' } = comparison?.differences[0] ?? {};
  const head = sentence(comparison?.headline ?? '');
  return (
    <div className="stack">
      <ChooseRuns>
        {before && after && runs && (
          <Share
            report={[
              `${sides?.[0]?.name} and ${sides?.[1]?.name}`,
              async () => {
                const { comparisonReport } = await import('../../../core/report/comparison-report.ts');
                return comparisonReport({ run: before, rows: runs[0] ?? [] }, { run: after, rows: runs[1] ?? [] });
              },
            ]}
          />
        )}
      </ChooseRuns>
      <h1>
        {verdict === 'worse' && <ArrowDown color="var(--failed)" />}
        {verdict === 'better' && <ArrowUp color="var(--passed)" />} {comparison ? head : 'Compare two runs'}
      </h1>
      {verdict && MEANING[verdict] && <p>{MEANING[verdict]}</p>}
      {comparison?.findings.map((finding) => (
        // What the headline has said is not said again.
        <p key={finding} className="muted">
          {sentence(finding.replace(`${headline}. `, ''))}
        </p>
      ))}
      {!sides && <p className="muted">Choose two runs over the same dataset: what got worse is shown first.</p>}
      <ErrorNote error={error} what="The rows could not be read." />
      <ErrorNote error={problem} what="The two runs cannot be compared." />
      {sides && !rows && !error && <Skeleton label="Comparing the rows" />}
      {!isWhole && <Note>Only the first {count(MOST_ROWS)} rows of each run are compared here.</Note>}
      {comparison && <Differences data={comparison} scales={grading.scales} />}
      {sides && rows && <SideTable sides={sides} rows={rows} grading={grading} />}
      {rows && <PairedCharts rows={rows} />}
      {!rows && <Experiments />}
    </div>
  );
}

/** What the verdict means for a decision. */
const MEANING: Readonly<Record<string, string>> = {
  better: 'This is more than chance: act on it.',
  worse: 'This is more than chance: look at the rows that got worse before you go on.',
  'cannot tell': 'This may be chance. Compare more rows before you decide by it.',
};

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
  return namesOfRuns(baseline, compared);
}
