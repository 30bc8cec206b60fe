import type { SubmitStep } from '../../contracts/bulk-job.ts';
import type { PresetOf } from './preset.ts';

const MB = 1_000_000;

/**
 * Salesforce's Bulk API 2.0: https://developer.salesforce.com/docs/platform/api-asynch/guide/bulk-api-2-0-ingest.html. The
 * endpoint is that of single records (`…/services/data/v62.0/sobjects/Account`). A job is made, gets its records as CSV,
 * and begins when it is told that they are complete; so a job that was made and never begun has done nothing.
 */
export const salesforceBulk2: PresetOf = ({ pathname }, options) => {
  const [, data = '/services/data/v62.0', object = ''] = /^(.*\/data\/v[\d.]+)\/sobjects\/([^/]+)/.exec(pathname) ?? [];
  const ingest = `${data}/jobs/ingest`;
  const made = { operation: 'insert', object, contentType: 'CSV', lineEnding: 'CRLF', ...options };
  const json = { 'content-type': 'application/json' };
  const setState = (state: string) => ({
    url: `${ingest}/{id}`,
    httpMethod: 'PATCH' as const,
    body: `{ "state": "${state}" }`,
  });
  const submit: SubmitStep[] = [
    {
      url: ingest,
      httpMethod: 'POST',
      send: 'body',
      headers: json,
      body: JSON.stringify(made),
      save: { id: 'body.id' },
    },
    { url: `${ingest}/{id}/batches`, httpMethod: 'PUT', send: 'items', headers: { 'content-type': 'text/csv' } },
    { ...setState('UploadComplete'), send: 'body', headers: json },
  ];
  return {
    payloadTransform: 'csv',
    maxItems: 150_000,
    // 150 MB as base64.
    maxBytes: 100 * MB,
    responseMapping: { errorField: 'sf__Error', outputField: 'sf__Id' },
    job: {
      submit,
      lookup: { url: `${ingest}/{id}`, ids: 'body[state != "Open"].id' },
      status: {
        url: `${ingest}/{id}`,
        done: 'body.state in ["JobComplete", "Failed", "Aborted"]',
        failed: 'body.state = "Failed" ? "the job failed: " & body.errorMessage',
        finished: 'body.numberRecordsProcessed',
      },
      results: [{ url: `${ingest}/{id}/successfulResults/`, format: 'csv' }],
      errors: [
        { url: `${ingest}/{id}/failedResults/`, format: 'csv' },
        {
          url: `${ingest}/{id}/unprocessedrecords/`,
          format: 'csv',
          unfinished: true,
        },
      ],
      cancel: setState('Aborted'),
    },
  };
};
