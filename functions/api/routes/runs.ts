import { invokeLater } from '../../../client/connect/invoke.ts';
import { control } from '../../../client/runs/control.ts';
import {
  deletedRunSchema,
  newRunSchema,
  runDetailSchema,
  runListSchema,
  runParamsSchema,
  runsQuerySchema,
  startedRunSchema,
} from '../../../contracts/api/runs.ts';
import { RollcallError } from '../../../contracts/errors.ts';
import { ownerOf, ownId } from '../../../contracts/tenant.ts';
import { isThrottled } from '../../../core/is-throttled.ts';
import { isOver, type RunRecord } from '../../../domain/run-records/run-record.ts';
import { inFlight } from '../../../domain/run-records/store/batch-counts.ts';
import type { ObservedRun } from '../../../domain/run-records/store/run-record-store.ts';
import { beginRun } from '../begin-run.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { findRun, observeRun } from '../find-run.ts';
import { pageOf } from '../page-of.ts';
import { type Route, route } from '../route.ts';
import { runDetailOf, runOf } from '../run-shape.ts';

export const runRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/runs',
    summary: 'Starts a run over a dataset.',
    role: 'operator',
    body: newRunSchema,
    answer: startedRunSchema,
    status: 202,
    idempotent: true,
    async handler({ caller, body, idempotencyId }, dependencies) {
      const evaluationId = await beginRun(body, caller, dependencies, { id: idempotencyId });
      return { evaluationId, status: 'pending' as const };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/runs',
    summary: 'Lists runs, newest first.',
    role: 'viewer',
    query: runsQuerySchema,
    answer: runListSchema,
    async handler({ caller, query }, { installation }) {
      const { limit, cursor, ...filter } = query;
      const { status, target, datasetId, experimentId, kind } = filter;
      const fitting = (await installation.runs.list()).filter(
        (run) =>
          ownerOf(run.evaluation_id).tenant === caller.tenant &&
          !run.deleted_at &&
          (!kind || kind === kindOf(run)) &&
          (!status || run.status === status) &&
          (!target || run.target_name === target) &&
          (!datasetId || run.dataset_id === ownId(caller.tenant, datasetId)) &&
          (!experimentId || run.experiment_id === experimentId),
      );
      const { items, cursor: next } = pageOf(fitting, { limit, cursor }, ['runs', filter]);
      return { runs: items.map(runOf), ...(next && { cursor: next }) };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/runs/{id}',
    summary: 'Tells where a run stands: counts that sum to the total, its figures when it is over.',
    role: 'viewer',
    params: runParamsSchema,
    answer: runDetailSchema,
    async handler({ caller, params }, dependencies) {
      const { record, batches } = await settlePause(await observeRun(params.id, caller, dependencies), dependencies);
      return runDetailOf(record, inFlight(batches));
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/runs/{id}',
    summary: 'Deletes a run that is over: its record, rows, logs and exports.',
    role: 'operator',
    params: runParamsSchema,
    answer: deletedRunSchema,
    status: 202,
    async handler({ caller, params: { id } }, dependencies) {
      const { installation, runRemoverFunctionArn } = dependencies;
      const record = await findRun(id, caller, dependencies);
      const over = isOver(record.status) && record.finished_at;
      if (!over || !(await installation.runs.update(record, { deleted_at: new Date().toISOString() }))) {
        throw new RollcallError('RunStillActive', `Run ${id} is ${record.status}.`);
      }
      await invokeLater(runRemoverFunctionArn, { evaluationId: record.evaluation_id }, installation.clients.lambda);
      return { evaluationId: id, deleted: true as const };
    },
  }),
];

/** Only run control asks Step Functions whether the last row in flight has settled, which makes a pausing run a paused one. */
async function settlePause(observed: ObservedRun, { installation }: ApiDependencies): Promise<ObservedRun> {
  const { evaluation_id: evaluationId, status } = observed.record;
  if (status !== 'pausing') return observed;
  try {
    await control({ action: 'status', evaluationId }, installation);
  } catch (error) {
    // The next look asks again.
    if (isThrottled(error) || (error instanceof Error && isThrottled(error.cause))) return observed;
    throw error;
  }
  return (await installation.runs.observe(evaluationId)) ?? observed;
}

const kindOf = ({ items_key, estimate }: RunRecord) => (estimate ? 'estimate' : items_key ? 'job' : 'run');
