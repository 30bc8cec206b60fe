import type { CallerRun } from '../../../contracts/caller.ts';
import { RollcallError } from '../../../contracts/errors.ts';
import type { JobState } from '../../../contracts/job-record.ts';
import type { EntryOutcome } from '../../../core/bulk-jobs/entry-outcome.ts';
import { defined } from '../../../core/defined.ts';
import { asText } from '../../../core/json.ts';
import { normalizeEndpointAnswer } from '../../../core/normalize/normalize-endpoint-answer.ts';
import { costOfCall, type Settlement } from '../../../core/result-row.ts';
import type { Standing } from '../../caller/run-standing.ts';
import { finishEndpointAnswer } from '../finish-endpoint-answer.ts';
import type { JobRow } from './job-rows.ts';

interface JobOfRow {
  readonly run: CallerRun;
  readonly state: JobState;
  readonly priceFactor: number;
  readonly standing: Standing;
}

/** What becomes of a row by its entry in the results of its job. */
export async function settlementOf(
  { claim }: JobRow,
  request: string,
  { entry, outcome }: { readonly entry: unknown; readonly outcome: EntryOutcome },
  job: JobOfRow,
): Promise<Settlement> {
  const { run, state, priceFactor } = job;
  const base = { ...jobTimes(state), calls: claim.call, isBulk: true, request };
  if (outcome.kind === 'cancelled') return { ...base, ...cancelled(job) };
  const own = defined(normalizeEndpointAnswer(outcome.output));
  const answer = { actualOutput: '', ...own, latencyMs: latencyOf(state), fullResponseBody: asText(entry) };
  // An answer that says it came from a batch is priced as one already.
  const factor = answer.serviceTier?.startsWith('batch') ? 1 : priceFactor;
  const costUsd = answer.costUsd ?? atPrice(costOfCall(run, answer), factor);
  const priced = { ...answer, ...(costUsd !== undefined && { costUsd }) };
  if (outcome.kind === 'failed') return { ...base, status: 'failed', answer: priced, error: outcome.error };
  const finished = await finishEndpointAnswer(run, priced, { status: 200, headers: {}, body: outcome.output });
  return finished.kind === 'answered'
    ? { ...base, status: 'succeeded', answer: finished.answer }
    : { ...base, status: 'failed', answer: finished.answer, error: finished.error };
}

/** What becomes of a row that the results of its job do not speak of. */
export function missing({ claim }: JobRow, request: string, job: JobOfRow, isOurs: boolean): Settlement {
  const { state } = job;
  const base = { ...jobTimes(state), calls: claim.call, isBulk: true, request };
  if (state.cancelledAt !== undefined && job.standing.state === 'over') return { ...base, ...cancelled(job) };
  const id = state.saved.id ?? state.key;
  const error = !isOurs
    ? new RollcallError(
        'OutcomeUnknown',
        `The job was submitted and not answered; job ${id}, which was found in its place, is another’s.`,
      )
    : state.failed !== undefined
      ? new RollcallError(state.failedAs ?? 'TargetFailed', `Job ${id}: ${state.failed}`)
      : state.isExpired || state.cancelledAt !== undefined
        ? new RollcallError('JobExpired', `The time of job ${id} was over before it came to this item.`)
        : new RollcallError('AnswerMissing', `The results of job ${id} have no entry for this item.`);
  return { ...base, status: 'failed', answer: { latencyMs: latencyOf(state) }, error };
}

const cancelled = ({ standing, state }: JobOfRow): Pick<Settlement, 'status' | 'error'> =>
  standing.state === 'over'
    ? { status: 'skipped', error: { name: standing.name, message: standing.reason, errorClass: null } }
    : {
        status: 'failed',
        error: new RollcallError('JobExpired', `Job ${state.saved.id} was stopped before it came to this item.`),
      };

const jobTimes = ({ intendedAt }: JobState) => ({ startedAt: intendedAt, finishedAt: new Date().toISOString() });

/** From the submission to the moment the job was found done. */
const latencyOf = ({ submittedAt, fetchedAt, intendedAt }: JobState): number =>
  Date.parse(fetchedAt ?? new Date().toISOString()) - Date.parse(submittedAt ?? intendedAt);

const atPrice = (usual: number | undefined, factor: number): number | undefined =>
  usual === undefined ? undefined : usual * factor;
