import type { PresetOf } from './preset.ts';

const MB = 1_000_000;

/**
 * Anthropic's Message Batches: https://platform.claude.com/docs/en/api/messages/batches. The endpoint is that of single
 * messages (`…/v1/messages`), and a row's input is the same there and here. A batch ends within a day; half the price.
 */
export const anthropicBatches: PresetOf = ({ pathname }) => {
  const batches = `${pathname.replace(/\/$/, '')}/batches`;
  return {
    payloadTransform: 'array',
    wrapperKey: 'requests',
    maxItems: 100_000,
    maxBytes: 256 * MB,
    responseMapping: {
      itemIdField: 'custom_id',
      successField: 'result.type',
      errorField: 'result.error',
      outputField: 'result.message',
    },
    job: {
      item: { idField: 'custom_id', inputField: 'params', fields: {} },
      submit: [{ url: batches, httpMethod: 'POST', send: 'items', save: { id: 'body.id' } }],
      // A batch has no field for a key of ours, and does not show its requests: it is known by its time and its size.
      lookup: {
        url: `${batches}?limit=100`,
        ids: 'body.data[created_at >= $$.since and $sum([request_counts.processing, request_counts.succeeded, request_counts.errored, request_counts.canceled, request_counts.expired]) = $$.count].id',
      },
      status: {
        url: `${batches}/{id}`,
        done: 'body.processing_status = "ended"',
        finished: '$sum([body.request_counts.succeeded, body.request_counts.errored])',
      },
      results: [{ url: '{status.results_url}', format: 'ndjson' }],
      cancel: { url: `${batches}/{id}/cancel`, httpMethod: 'POST' },
      priceFactor: 0.5,
    },
  };
};
