import * as z from 'zod';
import { nameSchema } from '../../contracts/ids.ts';
import { ROW_STATUSES } from '../../contracts/result-row.ts';
import { summaryOf } from '../../contracts/summary.ts';
import { targetNameSchema } from '../../contracts/target-slug.ts';
import { ownerOf, ownId } from '../../contracts/tenant.ts';
import { progressOf } from '../../core/progress.ts';
import type { Installation } from '../connect/installation.ts';
import { readResults } from '../runs/read-results.ts';
import { newEvaluationId, startRun } from '../runs/start-run.ts';
import { type Tool, tool } from './tool.ts';

const run = z.strictObject({ runId: nameSchema('runId') });

/** Runs over datasets: start, watch, read, compare. */
export const RUN_TOOLS: readonly Tool[] = [
  tool({
    name: 'rollcall_start_run',
    description:
      'Starts a run of a dataset with a registered target or a stored configuration. Returns the ID of the run.',
    input: z
      .strictObject({
        datasetId: nameSchema('datasetId'),
        target: targetNameSchema.optional().describe('integration/action'),
        configId: nameSchema('configId').optional(),
        limit: z.int().min(1).optional().describe('Run only the first rows'),
      })
      .refine(({ target, configId }) => (target === undefined) !== (configId === undefined), 'give target or configId'),
    changes: true,
    async use({ datasetId, configId, ...rest }, { tenant }, installation) {
      const runId = newEvaluationId('run');
      const input = {
        ...rest,
        tenant,
        datasetId: ownId(tenant, datasetId),
        ...(configId && { configId: ownId(tenant, configId) }),
      };
      await startRun(ownId(tenant, runId), input, installation);
      return { runId };
    },
  }),
  tool({
    name: 'rollcall_get_run',
    description: 'Returns the progress of a run and, once it has ended, its rows, pass rate, latency, tokens and cost.',
    input: run,
    use: ({ runId }, { tenant }, installation) => figuresOf(tenant, runId, installation),
  }),
  tool({
    name: 'rollcall_read_rows',
    description: 'Lists rows of a run with input, expected answer, answer and error. Filter by status or text.',
    input: run.extend({
      status: z.enum(ROW_STATUSES).optional(),
      search: z.string().max(200).optional().describe('Text to search for in the row'),
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(100).default(20),
    }),
    async use({ runId, ...query }, { tenant }, installation) {
      const { evaluation_id } = await installation.runs.read(ownId(tenant, runId));
      const rows = await readResults(evaluation_id, { ...query, withoutResponse: true }, installation);
      return { rows: rows.map(({ full_response: _full, request: _request, evaluation_id: _id, ...row }) => row) };
    },
  }),
  tool({
    name: 'rollcall_compare_runs',
    description: 'Compares the figures of two runs.',
    input: z.strictObject({ baselineId: nameSchema('baselineId'), candidateId: nameSchema('candidateId') }),
    async use({ baselineId, candidateId }, { tenant }, installation) {
      const [baseline, candidate] = await Promise.all(
        [baselineId, candidateId].map((id) => figuresOf(tenant, id, installation)),
      );
      return { baseline, candidate };
    },
  }),
];

async function figuresOf(tenant: string, runId: string, { runs }: Installation) {
  const record = await runs.read(ownId(tenant, runId));
  const { status, reason, target_name: target, dataset_id, started_at, finished_at } = record;
  const summary = record.finished_at ? summaryOf(record) : undefined;
  const { passRate, latencyMs, tokens, costUsd, priced, durationMs, errors } = summary ?? {};
  return {
    runId,
    status,
    ...(reason && { reason }),
    target,
    ...(dataset_id && { datasetId: ownerOf(dataset_id).id }),
    startedAt: started_at,
    ...(finished_at && { finishedAt: finished_at }),
    progress: progressOf(record, 0),
    ...(summary && { figures: { passRate, latencyMs, tokens, costUsd, priced, durationMs, errors } }),
  };
}
