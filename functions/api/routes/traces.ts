import { listThreads } from '../../../client/traces/list-traces.ts';
import { findHead } from '../../../client/traces/put-traces.ts';
import { threadPage } from '../../../client/traces/read-thread.ts';
import { receiveTraces } from '../../../client/traces/receive-traces.ts';
import type { ThreadHead } from '../../../client/traces/thread-head.ts';
import {
  newTracesSchema,
  receivedTracesSchema,
  threadListQuerySchema,
  threadListSchema,
  threadParamsSchema,
  threadsQuerySchema,
  threadTurnsSchema,
} from '../../../contracts/api/traces.ts';
import { RollcallError } from '../../../contracts/errors.ts';
import { makeCursor } from '../../../core/cursor.ts';
import { placeOf } from '../cursor-place.ts';
import { type Route, route } from '../route.ts';

/** What agents did, turn by turn. */
export const traceRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/traces',
    summary: 'Stores traces. Repeated traces are stored once; turns may arrive late and in any order.',
    role: 'operator',
    body: newTracesSchema,
    answer: receivedTracesSchema,
    status: 202,
    handler: ({ caller, body }, { traces }) => receiveTraces(caller.tenant, body.traces, traces),
  }),
  route({
    method: 'GET',
    path: '/api/v1/threads',
    summary: 'Lists threads, the most recently active first.',
    role: 'viewer',
    query: threadListQuerySchema,
    answer: threadListSchema,
    async handler({ caller, query }, { traces }) {
      const { limit, from, to, search } = query;
      const question = [caller.tenant, 'threads', from ?? '', to ?? '', search ?? ''];
      const after = placeOf(query.cursor, question);
      const { threads, next } = await listThreads(caller.tenant, { limit, after, from, to, search }, traces);
      return { threads: threads.map(shown), ...(next && { cursor: makeCursor(question, next) }) };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/threads/{id+}',
    summary: 'Returns a thread with its turns in order.',
    role: 'viewer',
    params: threadParamsSchema,
    query: threadsQuerySchema,
    answer: threadTurnsSchema,
    async handler({ caller, params, query }, { traces }) {
      const { tenant } = caller;
      const head = await findHead(tenant, params.id, traces);
      if (!head || head.turns === 0) throw new RollcallError('ThreadNotFound', `There is no thread ${params.id}.`);
      const question = [tenant, 'thread', params.id];
      const after = placeOf(query.cursor, question);
      const { traces: turns, next } = await threadPage(tenant, params.id, { limit: query.limit, after }, traces);
      return { ...shown(head), traces: turns, ...(next && { cursor: makeCursor(question, next) }) };
    },
  }),
];

const shown = ({ thread_id, turns, first_started_at, last_started_at, opening }: ThreadHead) => ({
  threadId: thread_id,
  ...(opening !== undefined && { opening }),
  turns,
  firstAt: `${first_started_at}Z`,
  lastAt: `${last_started_at}Z`,
});
