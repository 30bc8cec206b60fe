import { describe, expect, it } from 'vitest';
import { batchRequestSchema } from '../../contracts/api/jobs.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { targetSchema } from '../../contracts/target.ts';
import { checkItems } from '../../core/jobs/check-items.ts';
import { jobConfig } from '../../core/jobs/job-config.ts';

const target = (changes: object = {}) =>
  targetSchema.parse({
    integration: 'crm',
    action: 'update',
    description: 'x',
    inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    endpoint: { url: 'https://example.com' },
    executor: { timeoutSeconds: 60 },
    batchEnabled: true,
    ...changes,
  });
const request = (inputs: unknown[], config: object = {}) =>
  batchRequestSchema.parse({
    integrationSlug: 'crm',
    actionSlug: 'update',
    items: inputs.map((input) => ({ input })),
    config,
  });
async function refused(inputs: unknown[], config: object = {}, changes: object = {}): Promise<RollcallError> {
  try {
    await checkItems(request(inputs, config), target(changes));
  } catch (error) {
    if (error instanceof RollcallError) return error;
  }
  throw new Error('The batch was not refused.');
}

describe('A batch request is refused', () => {
  it('if batches are not enabled', async () => {
    const { name, message } = await refused([{ id: '1' }], {}, { batchEnabled: false });
    expect({ name, message }).toEqual({ name: 'BatchNotEnabled', message: 'Batch not enabled for this action' });
  });

  it('with more items than its target takes', async () => {
    const changes = { batchConfig: { maxItems: 2 } };
    expect((await refused([{ id: '1' }, { id: '2' }, { id: '3' }], {}, changes)).message).toContain('takes 2 at most');
  });

  it('with invalid items, naming every one of them', async () => {
    const inputs = Array.from({ length: 300 }, (_, n) => (n % 2 ? { id: String(n) } : { id: n }));
    const { name, details } = await refused(inputs);
    expect(name).toBe('InvalidItems');
    const { invalidItems, items } = details as { invalidItems: number; items: { index: number; errors: string[] }[] };
    expect(invalidItems).toBe(150);
    expect(items.map(({ index }) => index)).toEqual(Array.from({ length: 150 }, (_, n) => n * 2));
    expect(items.filter(({ errors }) => errors.length > 0)).toHaveLength(100);
    expect(items[1]).toEqual({ index: 2, errors: ['/id: must be string'] });
  });

  it('without a valid item, even if it skips invalid ones', async () => {
    expect((await refused([{}, {}], { skipInvalidItems: true })).message).toContain('None of the 2 items is valid');
  });
});

describe('The configuration of a batch request', () => {
  it('overrides the defaults of the target', async () => {
    expect(jobConfig(target(), {}).executor).toMatchObject({ maxConcurrency: 5, timeoutSeconds: 60 });
    expect(jobConfig(target(), { concurrency: 7, timeoutSeconds: 30 }).executor).toMatchObject({
      maxConcurrency: 7,
      timeoutSeconds: 30,
    });
  });

  it('is capped at what the target allows', async () => {
    expect(jobConfig(target(), { concurrency: 500, timeoutSeconds: 9000 }).executor).toMatchObject({
      maxConcurrency: 20,
      timeoutSeconds: 60,
    });
  });

  it('sets the delay between starts, by default that of the target', async () => {
    const batchConfig = { defaultDelayMs: 300 };
    expect(jobConfig(target({ batchConfig }), {}).executor.delayMs).toBe(300);
    expect(jobConfig(target({ batchConfig }), { delayMs: 0 }).executor.delayMs).toBe(0);
    expect(jobConfig(target(), { delayMs: 60_000 }).executor.delayMs).toBe(5_000);
  });

  it('never calls an item again without a retry command', async () => {
    const executor = { retryPolicy: { maxAttempts: 5 }, retryFailed: true };
    expect(jobConfig(target({ executor }), {}).executor).toMatchObject({
      retryFailed: false,
      retryPolicy: { maxAttempts: 1 },
    });
  });
});
