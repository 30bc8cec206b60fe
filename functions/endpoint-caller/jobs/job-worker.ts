import type { CallerAnswer, CallerEvent, EndpointRun } from '../../../contracts/caller.ts';
import type { JobState, ShownJob } from '../../../contracts/job-record.ts';
import { pollAfter } from '../../../core/bulk-jobs/poll-after.ts';
import type { Claim } from '../../../domain/run-log/batch-progress.ts';
import { parked, workBatch } from '../../caller/batch-worker.ts';
import { callDeadlineMs } from '../../caller/call-deadline.ts';
import type { CallerPorts } from '../../caller/caller-ports.ts';
import { Pacer } from '../../caller/pacer.ts';
import { settleRest } from '../../caller/settle-rest.ts';
import type { Target } from '../../caller/target.ts';
import { openWatchedBatch, type WatchedBatch } from '../../caller/watched-batch.ts';
import type { SecretPorts } from '../credentials.ts';
import { type Advanced, advanceJob } from './advance-job.ts';
import { JobNotes, JobTakenOver } from './job-notes.ts';
import type { JobRequests } from './job-requests.ts';
import type { JobStore } from './job-store.ts';
import { makeJobs } from './make-job.ts';

export interface JobPorts extends SecretPorts {
  jobs(evaluationId: string): JobStore;
}

/** Kept back from the function's time, to write down what is known. */
const CLOSING_MS = 60_000;

/**
 * Works on a batch whose rows go to their API as jobs. Each invocation looks at the open jobs once, settles the rows of
 * those that are done, submits what may be submitted, and hands the batch on: nothing runs while a job does.
 */
export async function workJobs<Input>(
  event: CallerEvent<EndpointRun>,
  requests: JobRequests,
  target: Target<Input, EndpointRun>,
  ports: CallerPorts & { readonly ofJobs: JobPorts },
  remainingMs: () => number,
): Promise<CallerAnswer> {
  const watched = await openWatchedBatch(event, ports);
  const worker = new JobWorker(event, requests, ports, remainingMs, watched);
  const answer = await worker.work();
  // Rows of chunks that were refused go one by one, when no job is left to wait for.
  return answer ?? workBatch({ ...event, repeats: event.repeats + 1 }, target, ports, remainingMs);
}

class JobWorker {
  readonly #event: CallerEvent<EndpointRun>;
  readonly #ports: CallerPorts & { readonly ofJobs: JobPorts };
  readonly #remainingMs: () => number;
  readonly #watched: WatchedBatch;
  readonly #requests: JobRequests;
  readonly #store: JobStore;
  readonly #pacer: Pacer;
  /** When the batch is to be gone on with. */
  #dueAt = Number.POSITIVE_INFINITY;
  #failure: { readonly error: unknown } | undefined;
  readonly #shown: ShownJob[] = [];

  constructor(
    event: CallerEvent<EndpointRun>,
    requests: JobRequests,
    ports: CallerPorts & { readonly ofJobs: JobPorts },
    remainingMs: () => number,
    watched: WatchedBatch,
  ) {
    this.#event = event;
    this.#ports = ports;
    this.#remainingMs = remainingMs;
    this.#watched = watched;
    this.#requests = requests;
    this.#store = ports.ofJobs.jobs(event.run.evaluationId);
    this.#pacer = new Pacer({
      store: ports.rates,
      run: event.run,
      children: () => watched.watch.children,
      maxConcurrency: () => watched.watch.most,
      wake: () => {},
      failed: (error) => {
        this.#failure ??= { error };
      },
    });
  }

  /** Undefined when the rows that are left go one by one. */
  async work(): Promise<CallerAnswer | undefined> {
    const { batch, watch, policy } = this.#watched;
    if (watch.standing.state === 'paused' || watch.share === 0) return this.#answer(true);
    // The jobs of a run that another execution goes on with are that one's.
    const isTakenOver = watch.standing.name === 'RunTakenOver';
    if (!isTakenOver) await Promise.all([...this.#openJobs()].map(([key, claims]) => this.#advance(key, claims)));
    await policy.upToDate();
    if (watch.standing.state === 'over') {
      const { name, reason } = watch.standing;
      await settleRest(batch, 'skipped', { name, message: reason, errorClass: null });
    } else if (await this.#makeJobs()) return undefined;
    await this.#pacer.close();
    if (this.#failure) throw this.#failure.error;
    return this.#answer(false);
  }

  /** The jobs that rows of the batch wait for. */
  #openJobs(): Map<string, Claim[]> {
    const jobs = new Map<string, Claim[]>();
    for (const claim of this.#watched.batch.progress.claims()) {
      if (claim.name === undefined) continue;
      const claims = jobs.get(claim.name);
      if (claims) claims.push(claim);
      else jobs.set(claim.name, [claim]);
    }
    return jobs;
  }

  async #advance(key: string, claims: readonly Claim[]): Promise<void> {
    const { batch, watch } = this.#watched;
    const { resume } = this.#event;
    try {
      const notes = await JobNotes.open(this.#store, key, this.#ports.writer);
      const advanced = await advanceJob({
        event: this.#event,
        requests: this.#requests,
        store: this.#store,
        notes,
        batch,
        claims,
        get standing() {
          return watch.standing;
        },
        look: () => watch.look(),
        reader: () => this.#ports.rows(this.#event, resume ?? { row: 0, byte: this.#event.batch.from }),
        deadlineMs: () => callDeadlineMs(this.#callOf(), this.#requests.bulk.timeoutSeconds),
        hasTime: () => this.#remainingMs() > CLOSING_MS,
        heard: (sentAt, limits, turnedAwaySeconds) => {
          if (turnedAwaySeconds === undefined) this.#pacer.answered(sentAt, limits, undefined);
          else this.#pacer.refused({ sentAt, limits, retryAfterSeconds: turnedAwaySeconds, backOffMs: 1_000 });
        },
      });
      this.#due(advanced);
      if (advanced.kind === 'open') this.#show(notes.state, claims.length, advanced.finished);
    } catch (error) {
      if (!(error instanceof JobTakenOver)) throw error;
      this.#dueAt = Math.min(this.#dueAt, Date.now() + 1_000);
    }
  }

  /** Jobs that run are told of; what their API does not tell is not known. */
  #show({ saved, submittedAt, key }: JobState, count: number, finished: number | undefined): void {
    if (submittedAt === undefined) return;
    this.#shown.push({ id: saved.id ?? key, submittedAt, count, ...(finished !== undefined && { finished }) });
  }

  #callOf() {
    return { run: this.#event.run, remainingMs: this.#remainingMs, reserve: async () => {} };
  }

  #due(advanced: Advanced): void {
    if (advanced.kind === 'ended') return;
    const { submittedAt, dueAt } = advanced;
    const age = submittedAt === undefined ? 0 : (Date.now() - Date.parse(submittedAt)) / 1_000;
    const seconds = pollAfter(age, this.#event.resume?.waits ?? 0, this.#requests.job.pollSeconds);
    this.#dueAt = Math.min(this.#dueAt, dueAt ?? Date.now() + seconds * 1_000);
  }

  /** Submits what is left of the batch, as far as jobs may be open. True when only rows are left that go one by one. */
  async #makeJobs(): Promise<boolean> {
    const { batch, watch } = this.#watched;
    const { maxOpen } = this.#requests.job;
    const open = this.#openJobs().size;
    const most = Math.min(watch.share, Math.max(1, Math.floor(maxOpen / Math.max(1, watch.children))));
    const hasNew = batch.progress.known < this.#event.batch.count;
    if (!hasNew) return open === 0 && batch.progress.retries().length > 0;
    if (open >= most || !this.#watched.batch.commit.alone) return false;
    await this.#pacer.open();
    const made = await makeJobs(most - open, {
      event: this.#event,
      ports: this.#ports,
      requests: this.#requests,
      store: this.#store,
      batch,
      pacer: this.#pacer,
      hasTime: () => this.#remainingMs() > CLOSING_MS,
      submit: (key, claims) => this.#advance(key, claims),
    });
    if (made.dueAt !== undefined) this.#dueAt = Math.min(this.#dueAt, made.dueAt);
    return false;
  }

  async #answer(isParked: boolean): Promise<CallerAnswer> {
    const { queue, progress, commit, tally, told } = this.#watched.batch;
    await told();
    const { row, byte } = await queue.settledTo();
    const { count } = this.#event.batch;
    // Another execution goes on with what is left.
    const isTakenOver = this.#watched.watch.standing.name === 'RunTakenOver';
    if (row >= count || isTakenOver) {
      await tally.write('done', 0);
      return { outcome: 'done' };
    }
    const waits = (this.#event.resume?.waits ?? 0) + 1;
    const resume = { row, byte, entry: progress.firstEntry(commit.next), waits };
    const inFlight = progress.claims().length;
    if (!isParked) tally.jobs = this.#shown;
    await tally.write(isParked ? 'parked' : 'running', inFlight);
    const dueIn = Number.isFinite(this.#dueAt) ? Math.ceil((this.#dueAt - Date.now()) / 1_000) : 0;
    const wait = isParked
      ? parked(this.#event, resume)
      : ({ outcome: 'wait', seconds: Math.max(0, dueIn), resume } as const);
    this.#ports.observer.waits(this.#event, wait);
    return wait;
  }
}
