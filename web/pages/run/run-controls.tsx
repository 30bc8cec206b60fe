import { Ellipsis, GitCompareArrows, Pause, Play, Radar, RotateCw, Scale, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { RunDetail } from '../../../contracts/api/runs.ts';
import { plural } from '../../../core/format.ts';
import { isActive, useCharts, useControl, useDeleteRun } from '../../api/runs.ts';
import { useMay } from '../../parts/allowed.tsx';
import { Confirm, ConfirmDialog } from '../../parts/confirm.tsx';
import { Menu, MenuItem } from '../../parts/menu.tsx';
import { ErrorNote } from '../../parts/note.tsx';
import { SaveAsMonitor, useMaySaveMonitor } from '../../parts/save-as-monitor.tsx';
import { say } from '../../parts/say.ts';
import { Concurrency } from './concurrency.tsx';
import { ScoreAgain } from './score-again.tsx';
import { ShareMenu } from './share-menu.tsx';
import { isWorthRetrying } from './worth-retrying.ts';

/** What to do next, as verbs that say how much; what is done rarely, or cannot be undone, is in the menu. */
export function RunControls({ run }: { readonly run: RunDetail }) {
  const { evaluationId: id, status, progress } = run;
  const control = useControl(id);
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
            <Pause /> Pause
          </button>
        )}
        {may && ['paused', 'pausing'].includes(status) && (
          <button type="button" className="primary" disabled={control.isPending} onClick={act('resume')}>
            <Play /> Resume {plural(open, 'row')}
          </button>
        )}
        {may && !active && ['halted', 'cancelled', 'failed'].includes(status) && open + progress.skipped > 0 && (
          <button type="button" disabled={control.isPending} onClick={act('resume')}>
            <Play /> Resume {plural(open + progress.skipped, 'row')}
          </button>
        )}
        {may && !active && progress.failed > 0 && (
          <button
            type="button"
            className={isWorthRetrying(errors) ? 'primary' : undefined}
            disabled={control.isPending}
            onClick={act('retry')}
          >
            <RotateCw /> Retry {plural(progress.failed, 'error')}
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
        <Link className="button" href={`/compare?after=${encodeURIComponent(id)}`}>
          <GitCompareArrows /> Compare
        </Link>
        <ShareMenu run={run} />
        {may && <More run={run} />}
      </div>
      <ErrorNote error={control.error} />
    </div>
  );
}

type Asked = 'score' | 'monitor' | 'delete';

function More({ run }: { readonly run: RunDetail }) {
  const { evaluationId: id, progress } = run;
  const [asked, ask] = useState<Asked>();
  const remove = useDeleteRun(id);
  const [, go] = useLocation();
  const isOver = !isActive(run);
  const maySave = useMaySaveMonitor(run.config);
  const close = () => ask(undefined);
  const deleted = () => {
    say(`Deleted ${id}`);
    go('/runs');
  };
  return (
    <>
      <Menu trigger={<button type="button" className="icon" aria-label="More" />} label={<Ellipsis />}>
        <MenuItem render={<Link href={`/new-run?from=${encodeURIComponent(id)}`} />}>
          <Play /> Run again
        </MenuItem>
        {isOver && progress.succeeded > 0 && (
          <MenuItem onChoose={() => ask('score')}>
            <Scale /> Score again
          </MenuItem>
        )}
        {maySave && (
          <MenuItem onChoose={() => ask('monitor')}>
            <Radar /> Save as monitor
          </MenuItem>
        )}
        {isOver && (
          <MenuItem className="danger" onChoose={() => ask('delete')}>
            <Trash2 /> Delete
          </MenuItem>
        )}
      </Menu>
      {asked === 'score' && <ScoreAgain run={run} onClose={close} />}
      {asked === 'monitor' && <SaveAsMonitor config={run.config} source={`run ${id}`} onClose={close} />}
      {asked === 'delete' && (
        <ConfirmDialog
          title={`Delete the run ${id}?`}
          action={`Delete ${plural(progress.total, 'result')}`}
          onConfirm={() => remove.mutateAsync().then(deleted)}
          onClose={close}
        >
          Its record, its {plural(progress.total, 'row')}, logs and exports go. This cannot be undone.
        </ConfirmDialog>
      )}
    </>
  );
}
