import { useMutation } from '@tanstack/react-query';
import type { Run, RunDetail } from '../../../contracts/api/runs.ts';
import { call } from '../../api/call.ts';
import { useRuns } from '../../api/runs.ts';
import { agoOf } from '../../parts/ago.tsx';

const MOST = 4;

/** Targets of the last runs, one click away with all that was chosen for them. */
export function RecentTargets({ onChoose }: { readonly onChoose: (run: RunDetail) => void }) {
  const runs = useRuns({ kind: 'run' }).data?.pages[0]?.runs.filter(({ estimate }) => !estimate) ?? [];
  const newest = [...new Map(runs.toReversed().map((run) => [run.targetName, run])).values()].toReversed();
  const choose = useMutation({
    mutationFn: ({ evaluationId }: Run) => call<RunDetail>(`runs/${encodeURIComponent(evaluationId)}`),
    onSuccess: onChoose,
  });
  if (newest.length === 0) return null;
  return (
    <div className="chips">
      <span className="muted">Recent</span>
      {newest.slice(0, MOST).map((run) => (
        <button key={run.evaluationId} type="button" disabled={choose.isPending} onClick={() => choose.mutate(run)}>
          <span className="chip-name">{run.targetName}</span> <span className="muted tiny">{agoOf(run.startedAt)}</span>
        </button>
      ))}
    </div>
  );
}
