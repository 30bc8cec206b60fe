import { type Api, type ApiAnswer, answerTo, NOT_FOUND, ndjson } from './api.ts';
import type { Fate, Item, SimulatedJob } from './simulated-job.ts';

/** Anthropic's Message Batches, and single messages: https://platform.claude.com/docs/en/api/messages/batches */
export const anthropic: Api = ({ method, path, body, headers, origin }, { jobs, start }): ApiAnswer | undefined => {
  const found = /^\/v1\/messages(?:\/batches(?:\/([^/?]+))?(?:\/(cancel|results))?)?(?:\?.*)?$/.exec(path);
  if (!found) return undefined;
  if (headers['anthropic-version'] === undefined) {
    const message = 'anthropic-version: header is required';
    return { status: 400, json: { type: 'error', error: { type: 'invalid_request_error', message } } };
  }
  const [, id, action] = found;
  const isBatches = path.startsWith('/v1/messages/batches');
  if (method === 'POST' && !isBatches) return { json: messageFor(JSON.parse(body)) };
  if (method === 'POST' && id === undefined) {
    const job = start(JSON.parse(body).requests as Item[], 'msgbatch_');
    return { json: batchOf(job, origin), started: job };
  }
  if (id === undefined) {
    const data = [...jobs.values()].filter((job) => job.id.startsWith('msgbatch_')).reverse();
    return { json: { data: data.map((job) => batchOf(job, origin)), has_more: false } };
  }
  const job = jobs.get(id);
  if (!job) return NOT_FOUND;
  if (action === 'cancel') job.cancel();
  if (action !== 'results') return { json: batchOf(job, origin) };
  return ndjson(job.results('done', 'failed', 'expired', 'cancelled').map(({ item, fate }) => resultOf(item, fate)));
};

const batchOf = (job: SimulatedJob, origin: string) => ({
  id: job.id,
  type: 'message_batch',
  processing_status: job.isDone ? 'ended' : 'in_progress',
  request_counts: job.isDone
    ? {
        processing: 0,
        // Results that get lost on their way are none that the API knows of.
        succeeded: job.count('done') + job.count('missing'),
        errored: job.count('failed'),
        canceled: job.count('cancelled'),
        expired: job.count('expired'),
      }
    : { processing: job.items.length, succeeded: 0, errored: 0, canceled: 0, expired: 0 },
  ended_at: job.isDone ? new Date().toISOString() : null,
  created_at: new Date(job.createdAt).toISOString(),
  expires_at: new Date(job.createdAt + 86_400_000).toISOString(),
  cancel_initiated_at: job.isCancelled ? new Date().toISOString() : null,
  results_url: job.isDone ? `${origin}/v1/messages/batches/${job.id}/results` : null,
});

function resultOf({ custom_id, params }: Item, fate: Fate) {
  switch (fate) {
    case 'done':
      return { custom_id, result: { type: 'succeeded', message: messageFor(params as Item) } };
    case 'failed':
      return {
        custom_id,
        result: {
          type: 'errored',
          error: { type: 'error', error: { type: 'invalid_request_error', message: 'this one is not wanted' } },
        },
      };
    default:
      return { custom_id, result: { type: fate === 'expired' ? 'expired' : 'canceled' } };
  }
}

function messageFor({ model, messages }: Item) {
  const [question] = messages as { content: string }[];
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content: [{ type: 'text', text: answerTo(question?.content ?? '') }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 1_000, output_tokens: 100 },
  };
}
