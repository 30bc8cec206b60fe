import * as z from 'zod';
import { askingOf } from '../../../client/monitors/asking-of.ts';
import { backfill } from '../../../client/monitors/backfill.ts';
import { listResults } from '../../../client/monitors/monitor-results.ts';
import { listMonitors, putMonitor, readMonitor, removeMonitor } from '../../../client/monitors/monitor-store.ts';
import { testMonitor } from '../../../client/monitors/test-monitor.ts';
import {
  backfilledSchema,
  backfillSchema,
  monitorAnswerSchema,
  monitorListSchema,
  monitorParamsSchema,
  monitorTestedSchema,
  monitorTestSchema,
  resultListSchema,
  resultsQuerySchema,
} from '../../../contracts/api/monitors.ts';
import type { StoredMonitor } from '../../../contracts/monitor.ts';
import { makeCursor } from '../../../core/cursor.ts';
import { monitorOf } from '../../../core/monitors/given-monitor.ts';
import { ApiError } from '../api-error.ts';
import { placeOf } from '../cursor-place.ts';
import { versionOf } from '../if-match.ts';
import { refuseUnbound } from '../refuse-unbound.ts';
import { type Route, route } from '../route.ts';

/** An HTTP API is given up after 30 s. */
const LONGEST_WAIT_MS = 20_000;

const PATH = '/api/v1/monitors/{name}';
const shown = ({ version, updatedAt, monitor }: StoredMonitor) => ({ ...monitor, version, updatedAt });

/** What watches live agents. */
export const monitorRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/monitors',
    summary: 'Lists monitors by name.',
    role: 'viewer',
    answer: monitorListSchema,
    handler: async ({ caller }, { traces }) => ({ monitors: (await listMonitors(caller.tenant, traces)).map(shown) }),
  }),
  route({
    method: 'GET',
    path: PATH,
    summary: 'Returns a monitor, with its version as ETag.',
    role: 'viewer',
    params: monitorParamsSchema,
    answer: monitorAnswerSchema,
    async handler({ caller, params, setHeader }, { traces }) {
      const stored = await readMonitor(caller.tenant, params.name, traces);
      setHeader('etag', `"${stored.version}"`);
      return shown(stored);
    },
  }),
  route({
    method: 'PUT',
    path: PATH,
    summary: 'Creates or updates a monitor. With If-Match, only that version is replaced.',
    role: 'admin',
    params: monitorParamsSchema,
    body: z.record(z.string(), z.unknown()).describe('The monitor, without its name'),
    answer: monitorAnswerSchema,
    async handler({ caller, params, body, header, setHeader }, dependencies) {
      const { traces } = dependencies;
      if (body.name !== undefined && body.name !== params.name) {
        throw new ApiError('InvalidRequest', `The body names another monitor than the path, ${params.name}.`);
      }
      const given = { ...body, name: params.name };
      refuseUnbound({ evaluators: (await monitorOf(given)).evaluators }, caller, dependencies);
      const stored = await putMonitor(caller.tenant, given, traces, versionOf(header));
      setHeader('etag', `"${stored.version}"`);
      return shown(stored);
    },
  }),
  route({
    method: 'DELETE',
    path: PATH,
    summary: 'Deletes a monitor. Its results are kept.',
    role: 'admin',
    params: monitorParamsSchema,
    answer: z.object({ deleted: z.string() }),
    async handler({ caller, params }, { traces }) {
      await removeMonitor(caller.tenant, params.name, traces);
      return { deleted: params.name };
    },
  }),
  route({
    method: 'GET',
    path: `${PATH}/results`,
    summary: 'Lists the results of a monitor, newest first.',
    role: 'viewer',
    params: monitorParamsSchema,
    query: resultsQuerySchema,
    answer: resultListSchema,
    async handler({ caller, params, query }, { traces }) {
      const question = [caller.tenant, 'results', params.name];
      const after = placeOf(query.cursor, question);
      const { results, next } = await listResults(caller.tenant, params.name, { limit: query.limit, after }, traces);
      // Results outlive their monitor; where there are none, a name nobody has is said to be unknown.
      if (results.length === 0) await readMonitor(caller.tenant, params.name, traces);
      return { results, ...(next && { cursor: makeCursor(question, next) }) };
    },
  }),
  route({
    method: 'POST',
    path: `${PATH}/test`,
    summary: 'Tries a monitor on the newest traces or threads. Results are not saved.',
    role: 'operator',
    params: monitorParamsSchema,
    body: monitorTestSchema,
    answer: monitorTestedSchema,
    handler: async ({ caller, params, body }, { traces, installation }) => {
      const deps = { ...traces, asking: askingOf(installation, traces), waitMs: LONGEST_WAIT_MS };
      return testMonitor(await readMonitor(caller.tenant, params.name, traces), body.last, deps);
    },
  }),
  route({
    method: 'POST',
    path: `${PATH}/backfill`,
    summary: 'Evaluates traces or threads of a time range. Nothing is evaluated twice.',
    role: 'operator',
    params: monitorParamsSchema,
    body: backfillSchema,
    answer: backfilledSchema,
    status: 202,
    handler: async ({ caller, params, body }, { traces }) =>
      backfill(await readMonitor(caller.tenant, params.name, traces), body, traces),
  }),
];
