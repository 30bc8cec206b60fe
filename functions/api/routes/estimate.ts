import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatasets } from '../../../client/connect/connect-datasets.ts';
import { findDataset } from '../../../client/datasets/show-dataset.ts';
import { type Estimate, estimateRequestSchema, estimateSchema } from '../../../contracts/api/estimate.ts';
import { RollcallError } from '../../../contracts/errors.ts';
import { evaluationConfigSchema } from '../../../contracts/evaluation-config.ts';
import { summaryOf } from '../../../contracts/summary.ts';
import { ownId } from '../../../contracts/tenant.ts';
import { estimate } from '../../../core/estimate.ts';
import type { RunRecord } from '../../../domain/run-records/run-record.ts';
import { beginRun } from '../begin-run.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { findRun } from '../find-run.ts';
import { type Caller, type Route, route } from '../route.ts';

/** An API answers within 29 seconds; the rows that are tried may take longer. */
const PATIENCE_MS = 20_000;
const LOOK_MS = 200;

export const estimateRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/estimate',
    summary: 'Runs the first rows, and predicts the cost and time of all rows.',
    role: 'operator',
    body: estimateRequestSchema,
    answer: estimateSchema,
    idempotent: true,
    async handler({ caller, body, idempotencyId }, dependencies) {
      const id =
        'evaluationId' in body ? body.evaluationId : await beginSample(body, caller, dependencies, idempotencyId);
      for (const end = Date.now() + PATIENCE_MS; ; await sleep(LOOK_MS)) {
        const record = await findRun(id, caller, dependencies);
        if (record.finished_at) return estimated(id, record, dependencies);
        if (Date.now() > end) return { evaluationId: id, status: 'running' as const };
      }
    },
  }),
];

async function beginSample(
  { run, rows }: { run: Parameters<typeof beginRun>[0]; rows: number },
  caller: Caller,
  dependencies: ApiDependencies,
  id?: string,
): Promise<string> {
  // A dataset that is not there is told before a run is.
  await findDataset(ownId(caller.tenant, run.datasetId), connectDatasets(dependencies.installation));
  const { evaluationId: _wanted, ...rest } = run;
  const sample = { ...rest, individually: true, limit: Math.min(rows, run.limit ?? rows) };
  return beginRun(sample, caller, dependencies, { id, estimateOf: { limit: run.limit } });
}

async function estimated(evaluationId: string, record: RunRecord, dependencies: ApiDependencies): Promise<Estimate> {
  const summary = summaryOf(record);
  if (!summary || record.status === 'failed') {
    throw new RollcallError('InvalidRunInput', `The first rows could not be run: ${record.reason ?? record.status}.`);
  }
  const dataset = await findDataset(record.dataset_id, connectDatasets(dependencies.installation));
  const sample = await dependencies.rows.list(record);
  const { max_concurrency: maxConcurrency, failed } = record;
  const found = estimate({
    sample,
    config: evaluationConfigSchema.parse(JSON.parse(record.config)),
    rows: dataset.rows,
    limit: record.estimate_limit,
    maxConcurrency,
    sampleMs: summary.durationMs,
  });
  return { evaluationId, status: 'done', failed, maxConcurrency, ...found };
}
