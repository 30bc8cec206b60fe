import { type Api, type ApiAnswer, answerTo, NOT_FOUND, ndjson } from './api.ts';
import type { Fate, Item, SimulatedJob } from './simulated-job.ts';

/** OpenAI's files, batches, and single completions: https://platform.openai.com/docs/api-reference/batch */
export const openai: Api = (request, simulation): ApiAnswer | undefined => {
  const { method, path, body } = request;
  const { jobs, files, start, nextId } = simulation;
  if (method === 'POST' && path === '/v1/chat/completions') return { json: completionFor(JSON.parse(body)) };
  if (method === 'POST' && path === '/v1/files') {
    const id = nextId('file-');
    files.set(id, fileIn(body));
    return { json: { id, object: 'file', purpose: 'batch', bytes: body.length } };
  }
  const content = /^\/v1\/files\/(?:out|err)-([^/]+)\/content$/.exec(path);
  if (content) return contentOf(jobs.get(content[1] ?? ''), path.includes('/err-'));
  const found = /^\/v1\/batches(?:\/([^/?]+))?(?:\/(cancel))?(?:\?.*)?$/.exec(path);
  if (!found) return undefined;
  const [, id, action] = found;
  if (method === 'POST' && id === undefined) {
    const { input_file_id, metadata } = JSON.parse(body);
    const file = files.get(input_file_id);
    if (file === undefined) return { status: 400, json: { error: { message: 'No such File object' } } };
    const items = file.split('\n').filter((line) => line.trim() !== '');
    const job = start(
      items.map((line) => JSON.parse(line)),
      'batch_',
      metadata,
    );
    return { json: batchOf(job), started: job };
  }
  if (id === undefined) {
    const data = [...jobs.values()].filter((job) => job.id.startsWith('batch_')).reverse();
    return { json: { object: 'list', data: data.map(batchOf), has_more: false } };
  }
  const job = jobs.get(id);
  if (!job) return NOT_FOUND;
  if (action === 'cancel') job.cancel();
  return { json: batchOf(job) };
};

/** The last part of the form is the file. */
const fileIn = (form: string): string => {
  const begin = form.indexOf('\r\n\r\n', form.indexOf('filename=')) + 4;
  return form.slice(begin, form.lastIndexOf('\r\n--', form.length - 3));
};

function batchOf(job: SimulatedJob) {
  const status = job.isCancelled ? 'cancelled' : job.hasExpired ? 'expired' : job.isDone ? 'completed' : 'in_progress';
  const failures = job.count('failed') + job.count('expired') + job.count('cancelled');
  return {
    id: job.id,
    object: 'batch',
    endpoint: '/v1/chat/completions',
    errors: null,
    status,
    output_file_id: job.isDone ? `out-${job.id}` : null,
    error_file_id: job.isDone && failures > 0 ? `err-${job.id}` : null,
    created_at: Math.floor(job.createdAt / 1_000),
    request_counts: { total: job.items.length, completed: job.finished, failed: job.isDone ? job.count('failed') : 0 },
    metadata: job.metadata,
  };
}

function contentOf(job: SimulatedJob | undefined, isErrors: boolean): ApiAnswer {
  if (!job) return NOT_FOUND;
  const results = isErrors ? job.results('failed', 'expired', 'cancelled') : job.results('done');
  return ndjson(results.map(({ item, fate }) => lineOf(item, fate)));
}

function lineOf({ custom_id, body }: Item, fate: Fate) {
  const line = { id: `batch_req_${custom_id}`, custom_id };
  switch (fate) {
    case 'done':
      return {
        ...line,
        response: { status_code: 200, request_id: 'r', body: completionFor(body as Item) },
        error: null,
      };
    case 'failed': {
      const error = { message: 'this one is not wanted', type: 'invalid_request_error' };
      return { ...line, response: { status_code: 400, request_id: 'r', body: { error } }, error: null };
    }
    default: {
      const code = fate === 'expired' ? 'batch_expired' : 'batch_cancelled';
      return { ...line, response: null, error: { code, message: 'This request could not be executed in time.' } };
    }
  }
}

function completionFor({ model, messages }: Item) {
  const [question] = messages as { content: string }[];
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    model,
    choices: [
      { index: 0, message: { role: 'assistant', content: answerTo(question?.content ?? '') }, finish_reason: 'stop' },
    ],
    usage: { prompt_tokens: 1_000, completion_tokens: 100, total_tokens: 1_100 },
  };
}
