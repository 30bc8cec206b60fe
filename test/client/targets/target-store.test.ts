import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDynamoDbService } from 'local-cloud/services';
import { describe, expect, it } from 'vitest';
import { putTarget } from '../../../client/targets/put-target.ts';
import { createTargetStore } from '../../../client/targets/target-store.ts';
import { configOfTarget } from '../../../contracts/target.ts';
import { startServices } from '../../support/service-cloud.ts';

const { settings } = await startServices((context) => [createDynamoDbService(context)]);
const client = new DynamoDBClient(settings);
await client.send(
  new CreateTableCommand({
    TableName: 'targets',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [
      { AttributeName: 'tenant', AttributeType: 'S' },
      { AttributeName: 'target', AttributeType: 'S' },
    ],
    KeySchema: [
      { AttributeName: 'tenant', KeyType: 'HASH' },
      { AttributeName: 'target', KeyType: 'RANGE' },
    ],
  }),
);
const store = createTargetStore(DynamoDBDocumentClient.from(client), 'targets');

const target = (changes: object = {}) => ({
  integration: 'crm',
  action: 'update',
  description: 'Updates a record',
  inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
  endpoint: { url: 'https://crm.example.com/records' },
  ...changes,
});

describe('a target', () => {
  it('is kept with its defaults, and is the configuration of a run', async () => {
    const { version } = await putTarget(store, 'kept', target());
    expect(version).toBe(1);
    const { target: found } = await store.read('kept', 'crm/update');
    expect(found).toMatchObject({
      executionMode: 'endpoint',
      batchEnabled: false,
      batchConfig: { maxItems: 1000, defaultConcurrency: 5, defaultDelayMs: 0 },
    });
    expect(configOfTarget(found)).toMatchObject({
      targetName: 'crm/update',
      endpoint: { url: 'https://crm.example.com/records', method: 'POST' },
    });
    expect(configOfTarget(found)).not.toHaveProperty('inputSchema');
  });

  it.each([
    [{ batchConfig: { maxItems: 10_001 } }, 'batchConfig.maxItems'],
    [{ batchConfig: { maxItems: 0 } }, 'batchConfig.maxItems'],
    [{ batchConfig: { defaultConcurrency: 21 } }, 'batchConfig.defaultConcurrency'],
    [{ batchConfig: { defaultDelayMs: 5001 } }, 'batchConfig.defaultDelayMs'],
    [{ integration: 'c r m' }, 'integration must be'],
    [{ inputSchema: { type: 'string' } }, 'inputSchema must have'],
    [{ inputSchema: { type: 'object', props: {} } }, 'unknown keyword'],
    [{ integration: 'i'.repeat(38), action: 'a'.repeat(38) }, 'models take 64'],
    [{ batchEnable: true }, 'batchEnable'],
  ])('is refused with %j', async (changes, why) => {
    await expect(putTarget(store, 'refused', target(changes))).rejects.toThrow(why);
    expect(await store.list('refused')).toEqual([]);
  });

  it('is not overwritten by who has read an earlier version', async () => {
    await putTarget(store, 'edited', target(), 0);
    await expect(putTarget(store, 'edited', target(), 0)).rejects.toMatchObject({ name: 'TargetChanged' });
    await putTarget(store, 'edited', target({ description: 'second' }), 1);
    await expect(putTarget(store, 'edited', target({ description: 'third' }), 1)).rejects.toMatchObject({
      name: 'TargetChanged',
    });
    expect((await store.read('edited', 'crm/update')).target.description).toBe('second');
    await expect(store.remove('edited', 'crm/update', 1)).rejects.toMatchObject({ name: 'TargetChanged' });
    await store.remove('edited', 'crm/update', 2);
    await expect(store.read('edited', 'crm/update')).rejects.toMatchObject({ name: 'UnknownTarget' });
  });

  it('of editors at the same moment none is lost, and each has a version', async () => {
    const versions = await Promise.all(
      Array.from(
        { length: 4 },
        async (_, n) => (await putTarget(store, 'many', target({ description: `${n}` }))).version,
      ),
    );
    expect(versions.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]);
  });

  it('of one tenant does not exist for another', async () => {
    await putTarget(store, 'team-a', target());
    await expect(store.read('team-b', 'crm/update')).rejects.toMatchObject({ name: 'UnknownTarget' });
    expect(await store.list('team-b')).toEqual([]);
    await expect(store.remove('team-b', 'crm/update')).rejects.toMatchObject({ name: 'UnknownTarget' });
    expect(await store.list('team-a')).toHaveLength(1);
  });

  it('is refused when its tool would have the name of another’s', async () => {
    await putTarget(store, 'tools', target({ integration: 'a', action: 'b_c' }));
    await expect(putTarget(store, 'tools', target({ integration: 'a_b', action: 'c' }))).rejects.toThrow(
      'a_b/c and a/b_c would both be the tool a_b_c',
    );
    await expect(putTarget(store, 'tools', target({ integration: 'batch', action: 'a_b_c' }))).rejects.toThrow(
      'would both be the tool batch_a_b_c',
    );
  });
});
