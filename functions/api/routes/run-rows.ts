import * as z from 'zod';
import {
  fullRowSchema,
  rowListSchema,
  rowParamsSchema,
  rowQuerySchema,
  rowsQuerySchema,
} from '../../../contracts/api/rows.ts';
import { runChartsSchema } from '../../../contracts/api/run-charts.ts';
import { runParamsSchema } from '../../../contracts/api/runs.ts';
import { ownerOf } from '../../../contracts/tenant.ts';
import { makeCursor } from '../../../core/cursor.ts';
import { parseJson } from '../../../core/json.ts';
import { chartsOfRows } from '../../../core/rows/charts-of-rows.ts';
import { weightsOf } from '../../../core/rows/scores-of-row.ts';
import {
  comparePlaces,
  placeOfRow,
  problemOfFilter,
  type RowPlace,
  selectRows,
} from '../../../core/rows/select-rows.ts';
import { ApiError } from '../api-error.ts';
import { invalidCursor, placeOf } from '../cursor-place.ts';
import { findRun } from '../find-run.ts';
import { type Route, route } from '../route.ts';

const rowPlaceSchema = z.tuple([z.union([z.number(), z.string(), z.null()]), z.number(), z.number(), z.string()]);

function rowPlaceOf(text: string): RowPlace {
  const place = rowPlaceSchema.safeParse(parseJson(text));
  if (place.success) return place.data;
  throw invalidCursor();
}

export const runRowRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/runs/{id}/rows',
    summary: 'Lists the rows of a run that have a result, with long texts cut.',
    role: 'viewer',
    params: runParamsSchema,
    query: rowsQuerySchema,
    answer: rowListSchema,
    async handler({ caller, params, query }, dependencies) {
      const { limit, cursor, ...selection } = query;
      const problem = selection.filter && problemOfFilter(selection.filter);
      if (problem) throw new ApiError('InvalidRequest', problem);
      const record = await findRun(params.id, caller, dependencies);
      const all = await dependencies.rows.list(record);
      const asked = { ...selection, weights: weightsOf(parseJson(record.config)) };
      const matching = selectRows(all, asked);
      // A place, and no number: rows settle between two pages of a run that goes on.
      const question = ['rows', params.id, selection];
      const after = placeOf(cursor, question);
      const place = after === undefined ? undefined : rowPlaceOf(after);
      const left = place ? matching.filter((row) => comparePlaces(placeOfRow(row, asked), place, asked) > 0) : matching;
      const rows = left.slice(0, limit).map(({ metadata: _, ...row }) => row);
      const last = left.length > limit ? left[limit - 1] : undefined;
      const next = last && makeCursor(question, JSON.stringify(placeOfRow(last, asked)));
      return { rows, matching: matching.length, settled: all.length, ...(next && { cursor: next }) };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/runs/{id}/rows/{row}',
    summary: 'Returns a complete row.',
    role: 'viewer',
    params: rowParamsSchema,
    query: rowQuerySchema,
    answer: fullRowSchema,
    async handler({ caller, params: { id, row }, query: { trial, variant } }, dependencies) {
      const found = await dependencies.rows.read(await findRun(id, caller, dependencies), row, trial, variant);
      if (!found) throw new ApiError('NotFound', `Run ${id} has no result with row_index ${row}.`);
      return { ...found, evaluation_id: id, dataset_id: ownerOf(found.dataset_id ?? '').id };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/runs/{id}/charts',
    summary: 'Returns distributions of latency, cost and scores, the cost over time, and failure groups.',
    role: 'viewer',
    params: runParamsSchema,
    answer: runChartsSchema,
    handler: async ({ caller, params }, dependencies) =>
      chartsOfRows(await dependencies.rows.list(await findRun(params.id, caller, dependencies))),
  }),
];
