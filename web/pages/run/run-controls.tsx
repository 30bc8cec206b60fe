import { Link, useLocation } from 'wouter';
import type { RunDetail } from '../../../contracts/api/runs.ts';
import { plural } from '../../../core/format.ts';
import { isActive, useCharts, useControl, useDeleteRun } from '../../api/runs.ts';
import { useMay } from '../../parts/allowed.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { ErrorNote } from '../../parts/note.tsx';
import { SaveAsMonitor } from '../../parts/save-as-monitor.tsx';
import { Concurrency } from './concurrency.tsx';
import { ExportMenu } from './export-menu.tsx';
import { ScoreAgain } from './score-again.tsx';
import { isWorthRetrying } from './worth-retrying.ts';

/** What to do next, as verbs that say how much. */
export function RunControls({ run }: { readonly run: RunDetail }) {
  const { evaluationId: id, status, progress } = run;
  const control = useControl(id);
  const remove = useDeleteRun(id);
  const [, go] = useLocation();
  const active = isActive(run);
  // What is cancelled is active until the rows in flight have settled, and there is nothing left to cancel.
  const isGoing = ['pending', 'running', 'pausing', 'paused'].includes(status);
  const may = useMay('operator');
  const errors = useCharts(id, active).data?.errors ?? [];
  const act = (action: 'pause' | 'resume' | 'retry') => () => control.mutate({ action });
  const open = progress.remaining + progress.running;
  return (
    <div className="stack tight">
      <div className="line">
        {may && status === 'running' && (
          <button type="button" disabled={control.isPending} onClick={act('pause')}>
            Pause
          </button>
        )}
        {may && ['paused', 'pausing'].includes(status) && (
          <button type="button" className="primary" disabled={control.isPending} onClick={act('resume')}>
            Resume {plural(open, 'row')}
          </button>
        )}
        {may && !active && ['halted', 'cancelled', 'failed'].includes(status) && open + progress.skipped > 0 && (
          <button type="button" disabled={control.isPending} onClick={act('resume')}>
            Resume {plural(open + progress.skipped, 'row')}
          </button>
        )}
        {may && !active && progress.failed > 0 && (
          <button
            type="button"
            className={isWorthRetrying(errors) ? 'primary' : undefined}
            disabled={control.isPending}
            onClick={act('retry')}
          >
            Retry {plural(progress.failed, 'failed row')}
          </button>
        )}
        {may && isGoing && <Concurrency run={run} />}
        {may && isGoing && (
          <Confirm
            label="Cancel"
            title="Cancel this run?"
            action={`Cancel ${plural(open, 'row')}`}
            onConfirm={() => control.mutateAsync({ action: 'cancel' })}
          >
            {plural(open, 'row')} will not be called. Results so far are kept, and the run can be resumed.
          </Confirm>
        )}
        <ExportMenu run={run} />
        <Link className="button" href={`/compare?after=${encodeURIComponent(id)}`}>
          Compare with …
        </Link>
        {may && (
          <Link className="button" href={`/new-run?from=${encodeURIComponent(id)}`}>
            Run again
          </Link>
        )}
        {may && !active && progress.succeeded > 0 && <ScoreAgain run={run} />}
        <SaveAsMonitor config={run.config} source={`run ${id}`} />
        {may && !active && (
          <Confirm
            label="Delete"
            title={`Delete the run ${id}?`}
            action={`Delete ${plural(progress.total, 'result')}`}
            onConfirm={() => remove.mutateAsync().then(() => go('/runs'))}
          >
            Its record, its {plural(progress.total, 'row')}, logs and exports go. This cannot be undone.
          </Confirm>
        )}
      </div>
      <ErrorNote error={control.error} />
    </div>
  );
}
