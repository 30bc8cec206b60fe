import { setTimeout as sleep } from 'node:timers/promises';
import { DescribeExecutionCommand, type DescribeExecutionCommandOutput } from '@aws-sdk/client-sfn';
import { RollcallError } from '../../contracts/errors.ts';
import type { RunControlAnswer } from '../../contracts/run-control.ts';
import type { RunRecord, RunStatus } from '../../contracts/run-record.ts';
import { type Summary, summaryOf, summarySchema } from '../../contracts/summary.ts';
import type { Installation } from '../connect/installation.ts';
import { control } from './control.ts';
import type { StartedRun } from './start-run.ts';

/** How a run ended. */
export interface EndedRun {
  readonly evaluationId: string;
  readonly status: RunStatus;
  readonly reason?: string;
  /** Missing when the run failed before it had figures. */
  readonly summary?: Summary;
}

/** A stopped execution is closed by an event; it may take this long to arrive. */
const CLOSING_MS = 20_000;

/** Looks at a run until its execution has ended. Aborting the signal stops looking, not the run. */
export async function watchRun(
  { evaluationId, executionArn }: StartedRun,
  installation: Installation,
  onProgress: (answer: RunControlAnswer) => void,
  signal?: AbortSignal,
): Promise<EndedRun | undefined> {
  for (;;) {
    if (signal?.aborted) return undefined;
    const execution = await installation.clients.sfn.send(new DescribeExecutionCommand({ executionArn }));
    const progress = await progressOf(evaluationId, installation);
    if (progress) onProgress(progress);
    if (execution.status !== 'RUNNING') return endOf(evaluationId, execution, installation);
    await sleep(installation.pollMs, undefined, { signal }).catch(() => {});
  }
}

/** Until PlanRun has written the record there is nothing to tell. */
async function progressOf(evaluationId: string, installation: Installation): Promise<RunControlAnswer | undefined> {
  try {
    return await control({ action: 'status', evaluationId }, installation);
  } catch (error) {
    if (error instanceof RollcallError && error.name === 'RunNotFound') return undefined;
    throw error;
  }
}

async function endOf(
  evaluationId: string,
  execution: DescribeExecutionCommandOutput,
  installation: Installation,
): Promise<EndedRun> {
  if (execution.status === 'SUCCEEDED') {
    const summary = summarySchema.parse(JSON.parse(execution.output ?? '{}'));
    return { evaluationId, status: summary.status, reason: summary.reason, summary };
  }
  const record = await closedRecord(evaluationId, installation);
  const said = execution.cause ?? execution.error ?? `The execution ended as ${execution.status}.`;
  return {
    evaluationId,
    status: record?.status ?? 'failed',
    reason: record?.reason || said,
    summary: record && summaryOf(record),
  };
}

async function closedRecord(evaluationId: string, installation: Installation): Promise<RunRecord | undefined> {
  for (const end = Date.now() + CLOSING_MS; ; await sleep(installation.pollMs)) {
    const record = await installation.runs.find(evaluationId);
    if (!record || record.finished_at || Date.now() > end) return record;
  }
}
