import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { createIdempotency } from '../../../functions/api/idempotency.ts';
import { startCallerCloud } from '../caller-cloud.ts';

const { documents } = await startCallerCloud();
beforeAll(() =>
  documents.send(
    new CreateTableCommand({
      TableName: 'requests',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'request_id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'request_id', KeyType: 'HASH' }],
    }),
  ),
);

describe('an Idempotency-Key', () => {
  it('is its tenant’s own: the same one of another tenant asks for something else', async () => {
    const { once } = createIdempotency(documents, 'requests');
    const ids: string[] = [];
    const ask = (tenant: string) =>
      once({ tenant, route: 'POST /runs', key: 'same', body: {} }, async (id) => {
        ids.push(id);
        return { tenant };
      });
    expect(await ask('a')).toEqual({ answer: { tenant: 'a' }, again: false });
    expect(await ask('b')).toEqual({ answer: { tenant: 'b' }, again: false });
    expect(await ask('a')).toEqual({ answer: { tenant: 'a' }, again: true });
    // What the work makes is named after the request.
    expect(new Set(ids).size).toBe(2);
  });
});
