import { fullRowSchema, rowListSchema, rowParamsSchema, rowsQuerySchema } from '../../../contracts/api/rows.ts';
import { runParamsSchema } from '../../../contracts/api/runs.ts';
import { ownerOf } from '../../../contracts/tenant.ts';
import { problemOfFilter, selectRows } from '../../../core/rows/select-rows.ts';
import { ApiError } from '../api-error.ts';
import { findRun } from '../find-run.ts';
import { pageOf } from '../page-of.ts';
import { type Route, route } from '../route.ts';

export const runRowRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/runs/{id}/rows',
    summary: 'Lists the rows of a run that have a result, as tables show them.',
    role: 'viewer',
    params: runParamsSchema,
    query: rowsQuerySchema,
    answer: rowListSchema,
    async handler({ caller, params, query }, dependencies) {
      const { limit, cursor, ...selection } = query;
      const problem = selection.filter && problemOfFilter(selection.filter);
      if (problem) throw new ApiError('InvalidRequest', problem);
      const all = await dependencies.rows.list(await findRun(params.id, caller, dependencies));
      const matching = selectRows(all, selection);
      const { items, cursor: next } = pageOf(matching, { limit, cursor }, ['rows', params.id, selection]);
      return { rows: items, matching: matching.length, settled: all.length, ...(next && { cursor: next }) };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/runs/{id}/rows/{row}',
    summary: 'One row, whole.',
    role: 'viewer',
    params: rowParamsSchema,
    answer: fullRowSchema,
    async handler({ caller, params: { id, row } }, dependencies) {
      const found = await dependencies.rows.read(await findRun(id, caller, dependencies), row);
      if (!found) throw new ApiError('NotFound', `Run ${id} has no result with row_index ${row}.`);
      return { ...found, evaluation_id: id, dataset_id: ownerOf(found.dataset_id ?? '').id };
    },
  }),
];
