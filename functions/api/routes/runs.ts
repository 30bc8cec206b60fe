import type * as z from 'zod';
import { invokeLater } from '../../../client/connect/invoke.ts';
import { control } from '../../../client/runs/control.ts';
import {
  deletedRunSchema,
  labelRunSchema,
  newRunSchema,
  runDetailSchema,
  runListSchema,
  runParamsSchema,
  runSchema,
  runsQuerySchema,
  startedRunSchema,
} from '../../../contracts/api/runs.ts';
import { RollcallError } from '../../../contracts/errors.ts';
import { ownId } from '../../../contracts/tenant.ts';
import { makeCursor } from '../../../core/cursor.ts';
import { isThrottled } from '../../../core/is-throttled.ts';
import type { RunFilter } from '../../../domain/run-records/run-filter.ts';
import { isOver } from '../../../domain/run-records/run-record.ts';
import { inFlight } from '../../../domain/run-records/store/batch-counts.ts';
import type { ObservedRun } from '../../../domain/run-records/store/run-record-store.ts';
import { beginRun } from '../begin-run.ts';
import { placeOf } from '../cursor-place.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { findRun, observeRun } from '../find-run.ts';
import { type Caller, type Route, route } from '../route.ts';
import { runDetailOf, runOf } from '../run-shape.ts';

export const runRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/runs',
    summary: 'Starts a run of a dataset.',
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
      const wanted = filterOf(filter, caller);
      const question = ['runs', filter];
      const before = placeOf(cursor, question);
      const { runs, next } = await installation.runs.list({ tenant: caller.tenant, filter: wanted, limit, before });
      return { runs: runs.map(runOf), ...(next && { cursor: makeCursor(question, next) }) };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/runs/{id}',
    summary: 'Returns a run with its counts, and with its figures once it has ended.',
    role: 'viewer',
    params: runParamsSchema,
    answer: runDetailSchema,
    async handler({ caller, params }, dependencies) {
      const { record, batches } = await settlePause(await observeRun(params.id, caller, dependencies), dependencies);
      return runDetailOf(record, inFlight(batches));
    },
  }),
  route({
    method: 'PATCH',
    path: '/api/v1/runs/{id}',
    summary: 'Changes the name or tags of a run.',
    role: 'operator',
    params: runParamsSchema,
    body: labelRunSchema,
    answer: runSchema,
    async handler({ caller, params, body: { name, tags } }, dependencies) {
      const { runs } = dependencies.installation;
      const { evaluation_id } = await findRun(params.id, caller, dependencies);
      await runs.label(evaluation_id, { ...(name !== undefined && { name }), ...(tags && { tags }) });
      return runOf(await findRun(params.id, caller, dependencies));
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/runs/{id}',
    summary: 'Deletes a finished run with its record, rows, logs and exports.',
    role: 'operator',
    params: runParamsSchema,
    answer: deletedRunSchema,
    status: 202,
    async handler({ caller, params: { id } }, dependencies) {
      const { installation, runRemoverFunction } = dependencies;
      const record = await findRun(id, caller, dependencies);
      const over = isOver(record.status) && record.finished_at;
      if (!over || !(await installation.runs.update(record, { deleted_at: new Date().toISOString() }))) {
        throw new RollcallError('RunStillActive', `Run ${id} is ${record.status}.`);
      }
      await invokeLater(runRemoverFunction, { evaluationId: record.evaluation_id }, installation.clients.lambda);
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

type Query = Omit<z.output<typeof runsQuerySchema>, 'limit' | 'cursor'>;

const KINDS = { run: ['evaluation'], job: ['batch'] } as const;

const filterOf = ({ kind, datasetId, ...filter }: Query, { tenant }: Caller): RunFilter => ({
  ...filter,
  kinds: kind && KINDS[kind],
  datasetId: datasetId && ownId(tenant, datasetId),
});
