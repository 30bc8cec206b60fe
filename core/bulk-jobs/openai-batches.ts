import type { SubmitStep } from '../../contracts/bulk-job.ts';
import type { PresetOf } from './preset.ts';

const MB = 1_000_000;

/**
 * OpenAI's Batch API: https://platform.openai.com/docs/api-reference/batch. The endpoint is that of single rows, such as
 * `…/v1/chat/completions` or `…/v1/responses`. The items are uploaded as a file; a batch ends within a day; half the price.
 */
export const openaiBatches: PresetOf = ({ pathname }) => {
  const [, before = '', single = pathname] = /^(.*?)(\/v1\/.+)$/.exec(pathname) ?? [];
  const v1 = `${before}/v1`;
  const content = `${v1}/files/{status.FILE}/content`;
  const submit: SubmitStep[] = [
    {
      url: `${v1}/files`,
      httpMethod: 'POST',
      send: 'file',
      file: { field: 'file', name: 'items.jsonl', fields: { purpose: 'batch' } },
      save: { file: 'body.id' },
    },
    {
      url: `${v1}/batches`,
      httpMethod: 'POST',
      send: 'body',
      body: `{ "input_file_id": file, "endpoint": ${JSON.stringify(single)}, "completion_window": "24h", "metadata": { "rollcall": key } }`,
      save: { id: 'body.id' },
    },
  ];
  return {
    payloadTransform: 'ndjson',
    maxItems: 50_000,
    maxBytes: 200 * MB,
    responseMapping: {
      itemIdField: 'custom_id',
      successField: 'response.status_code',
      errorField: 'error',
      outputField: 'response.body',
    },
    job: {
      item: { idField: 'custom_id', inputField: 'body', fields: { method: 'POST', url: single } },
      submit,
      lookup: { url: `${v1}/batches?limit=100`, ids: 'body.data[metadata.rollcall = $$.key].id' },
      status: {
        url: `${v1}/batches/{id}`,
        done: 'body.status in ["completed", "failed", "expired", "cancelled"]',
        failed: 'body.status = "failed" ? "the batch failed: " & body.errors.data[0].message',
        expired: 'body.status = "expired"',
        finished: '$sum([body.request_counts.completed, body.request_counts.failed])',
      },
      results: [{ url: content.replace('FILE', 'output_file_id'), format: 'ndjson' }],
      errors: [{ url: content.replace('FILE', 'error_file_id'), format: 'ndjson' }],
      cancel: { url: `${v1}/batches/{id}/cancel`, httpMethod: 'POST' },
      priceFactor: 0.5,
    },
  };
};
