import { Link, useParams } from 'wouter';
import type { Job } from '../../../contracts/api/jobs.ts';
import { count, milliseconds, plural, seconds, totalCost } from '../../../core/format.ts';
import { isGoing, useJob, useJobAction } from '../../api/jobs.ts';
import { Ago } from '../../parts/ago.tsx';
import { useMay } from '../../parts/allowed.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { ErrorNote } from '../../parts/note.tsx';
import { RunStatusMark } from '../../parts/run-status.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { StackedBar } from '../../parts/stacked-bar.tsx';
import { useTitle } from '../../parts/use-title.ts';
import { JobItems } from './job-items.tsx';

/** A batch job's progress and its items. */
export function JobPage() {
  const { id = '' } = useParams<{ id: string }>();
  useTitle(id);
  const { data: job, error, refetch } = useJob(id);
  return (
    <div className="stack">
      <p className="crumbs">
        <Link href="/jobs">Jobs</Link> / {id}
      </p>
      <ErrorNote error={error} what="The job could not be read." again={refetch} />
      {!job && !error && <Skeleton label="Loading the job" />}
      {job && (
        <>
          <div className="stack tight">
            <h1 aria-live="polite">{sentenceOf(job)}</h1>
            <StackedBar
              parts={[
                { state: 'succeeded', value: job.itemCounts.succeeded },
                { state: 'failed', value: job.itemCounts.failed },
                { state: 'running', value: job.itemCounts.running },
                { state: 'skipped', value: job.itemCounts.skipped },
                { state: 'remaining', value: job.itemCounts.pending },
              ]}
            />
            <p className="muted">
              <RunStatusMark status={job.status} /> · {detailsOf(job)} · submitted <Ago time={job.createdAt} />
            </p>
          </div>
          <JobControls job={job} />
          <JobItems id={id} live={isGoing(job)} counts={job.itemCounts} />
        </>
      )}
    </div>
  );
}

function JobControls({ job }: { readonly job: Job }) {
  const act = useJobAction(job.jobId);
  const may = useMay('operator');
  const { failed, pending, running } = job.itemCounts;
  return (
    <div className="stack tight">
      <div className="line">
        {may && job.status === 'running' && (
          <button type="button" onClick={() => act.mutate('pause')}>
            Pause
          </button>
        )}
        {may && ['paused', 'pausing'].includes(job.status) && (
          <button type="button" className="primary" onClick={() => act.mutate('resume')}>
            Resume {plural(pending, 'item')}
          </button>
        )}
        {may && isGoing(job) && (
          <Confirm
            label="Cancel"
            title="Cancel this job?"
            action={`Cancel ${plural(pending + running, 'item')}`}
            onConfirm={() => act.mutateAsync('cancel')}
          >
            {plural(pending + running, 'item')} will not be called. What is done stays.
          </Confirm>
        )}
        {may && !isGoing(job) && failed > 0 && (
          <button type="button" className="primary" disabled={act.isPending} onClick={() => act.mutate('retry')}>
            Retry {plural(failed, 'error')}
          </button>
        )}
        <Link className="button" href={`/runs/${encodeURIComponent(job.jobId)}`}>
          Open as a run
        </Link>
      </div>
      <ErrorNote error={act.error} />
    </div>
  );
}

function sentenceOf({ status, itemCounts, progress }: Job): string {
  const { succeeded, failed, skipped, running, pending } = itemCounts;
  const total = succeeded + failed + skipped + running + pending;
  if (status === 'pending') return `Waiting its turn: ${plural(total, 'item')}`;
  const tail = [failed && plural(failed, 'error'), skipped && `${count(skipped)} skipped`].filter(Boolean);
  const head =
    pending + running > 0
      ? `${Math.floor(progress)} % of ${plural(total, 'item')} done`
      : `${count(succeeded)} of ${plural(total, 'item')} answered`;
  return [head, ...tail].join(' · ');
}

function detailsOf({ progressDetails }: Job): string {
  const { mode, ratePerMinute, etaSeconds, averageLatencyMs } = progressDetails;
  const cost = totalCost(progressDetails);
  return [
    mode === 'bulk' ? 'many items in one call (bulk API)' : 'one call an item, paced',
    averageLatencyMs !== undefined && `${milliseconds(averageLatencyMs)} on average`,
    cost === 'unknown' ? 'cost unknown' : cost,
    ratePerMinute > 0 && `${count(ratePerMinute)} a minute`,
    etaSeconds && `${seconds(etaSeconds)} left`,
  ]
    .filter(Boolean)
    .join(' · ');
}
