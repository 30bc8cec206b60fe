import { describe, expect, it } from 'vitest';
import { bulkConfigSchema } from '../../../contracts/bulk-config.ts';
import { JOB_PRESETS } from '../../../contracts/bulk-job.ts';
import { fillTemplate } from '../../../core/bulk-jobs/fill-template.ts';
import { resolveBulk } from '../../../core/bulk-jobs/resolve-bulk.ts';
import { compileMapping } from '../../../core/mapping/compile-mapping.ts';

const JOB = {
  submit: [{ url: '/jobs', save: { id: 'body.id' } }],
  status: { url: '/jobs/{id}', done: 'body.state = "done"' },
  results: [{ url: '/jobs/{id}/results' }],
};

const problemsOf = (config: unknown) =>
  bulkConfigSchema.safeParse(config).error?.issues.map(({ message, path }) => `${path.join('.')}: ${message}`) ?? [];

describe('a bulk configuration', () => {
  it('says what a job lacks', () => {
    expect(problemsOf({ maxItemsPerCall: 10, job: {} })).toEqual([
      'job.submit: One step of job.submit must send the items: send: items, or send: file',
      'job.submit: One step of job.submit must save the job’s id, such as save: { id: "body.id" }',
      'job.status: job.status must say where the job’s status is read, and what says done',
      'job.results: job.results must say where the answers are fetched',
    ]);
  });

  it('needs neither an address nor a number of items with a preset, and without one says so', () => {
    expect(problemsOf({ preset: 'openai-batches' })).toEqual([]);
    expect(problemsOf({ maxItemsPerCall: 10, job: JOB })).toEqual([]);
    expect(problemsOf({})).toEqual([
      'endpoint: bulkConfig.endpoint is missing; it must be a URL, or a path that begins with "/"',
      'maxItemsPerCall: bulkConfig.maxItemsPerCall is missing; it must be 1–50000',
    ]);
  });

  it('needs a column of its own for Salesforce, whose results come in any order', () => {
    expect(problemsOf({ preset: 'salesforce-bulk-2' })[0]).toMatch(
      /^responseMapping.itemIdField: salesforce-bulk-2 needs/,
    );
  });

  it('has the defaults of a job', () => {
    const { job, maxBytesPerCall } = resolveBulk(
      bulkConfigSchema.parse({ maxItemsPerCall: 10, job: JOB }),
      'https://a.example/x',
    );
    expect(job).toMatchObject({ timeoutSeconds: 86_400, maxOpen: 4, priceFactor: 1, errors: [], lookupSeconds: 60 });
    expect(maxBytesPerCall).toBe(20 * 1024 * 1024);
  });

  it('keeps what is given beside a preset', () => {
    const given = { preset: 'anthropic-batches', maxItemsPerCall: 500, job: { maxOpen: 2, pollSeconds: 60 } };
    const resolved = resolveBulk(bulkConfigSchema.parse(given), 'https://api.anthropic.com/v1/messages');
    expect(resolved).toMatchObject({ maxItemsPerCall: 500, wrapperKey: 'requests', onReject: 'fail' });
    expect(resolved.job).toMatchObject({ maxOpen: 2, pollSeconds: 60, priceFactor: 0.5, timeoutSeconds: 86_400 });
    expect(resolved.job?.submit[0]?.url).toBe('/v1/messages/batches');
  });

  it.each(JOB_PRESETS)('the expressions of %s can be read', (preset) => {
    const given = bulkConfigSchema.parse({ preset, responseMapping: { itemIdField: 'id' } });
    const { job } = resolveBulk(given, 'https://a.example/services/data/v62.0/sobjects/Account');
    const { done, failed, expired, finished } = job?.status ?? {};
    const bodies = job?.submit.flatMap(({ body, save }) => [body, ...Object.values(save ?? {})]) ?? [];
    for (const text of [done, failed, expired, finished, job?.lookup?.ids, job?.cancel?.body, ...bodies]) {
      if (text !== undefined) expect(() => compileMapping(text, 'job')).not.toThrow();
    }
  });
});

describe('an address with names in it', () => {
  it('has their values, each as one part of the path', () => {
    expect(fillTemplate('/jobs/{id}/{status.file}', { id: 'a/b', status: { file: 7 } })).toBe('/jobs/a%2Fb/7');
  });

  it('may be a value as a whole', () => {
    expect(fillTemplate('{status.url}', { status: { url: 'https://a.example/x?y=1' } })).toBe(
      'https://a.example/x?y=1',
    );
  });

  it('is none while one of them has no value', () => {
    expect(fillTemplate('/files/{status.error_file_id}', { status: { error_file_id: null } })).toBeUndefined();
  });
});
