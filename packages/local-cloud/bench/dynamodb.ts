import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DynamoDBClient,
  GetItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { createCloud } from '../src/create-cloud.ts';
import { createDynamoDbService } from '../src/dynamodb/service.ts';

/**
 * UpdateItem and GetItem by the local cloud's own DynamoDB and by dynalite with LevelDB, both on disk: through the AWS
 * SDK and HTTP, and inside the process. Figures are calls per second of CPU time, so that a busy machine counts less;
 * over HTTP, client and server share that time. All contestants take turns within one run.
 *
 *   npx tsx packages/local-cloud/bench/dynamodb.ts [seconds a measurement]
 */
const SECONDS = Number(process.argv[2] ?? 2);
const ROUNDS = 3;
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

const table: CreateTableCommandInput = {
  TableName: 'runs',
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
};
const update = {
  TableName: 'runs',
  Key: { id: { S: 'run-1' } },
  UpdateExpression: 'SET #s = :s, updated = :now ADD succeeded :n, failed :zero',
  ConditionExpression: 'attribute_not_exists(#s) OR #s <> :done',
  ExpressionAttributeNames: { '#s': 'status' },
  ExpressionAttributeValues: {
    ':s': { S: 'running' },
    ':done': { S: 'completed' },
    ':now': { S: new Date(0).toISOString() },
    ':n': { N: '25' },
    ':zero': { N: '0' },
  },
};
const get = { TableName: 'runs', Key: { id: { S: 'run-1' } }, ConsistentRead: true };

type Call = () => Promise<unknown>;
type Contestant = Record<'UpdateItem' | 'GetItem', Call>;

/** One at a time for half of the time, twenty at a time for the other half. */
async function callsPerCpuSecond(call: Call): Promise<number> {
  const before = process.cpuUsage();
  let done = 0;
  for (const concurrency of [1, 20]) {
    const until = performance.now() + SECONDS * 500;
    const worker = async () => {
      while (performance.now() < until) {
        await call();
        done++;
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
  }
  const { user, system } = process.cpuUsage(before);
  return done / ((user + system) / 1e6);
}

async function withTable(endpoint: string): Promise<{ client: DynamoDBClient; calls: Contestant }> {
  const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
  await client.send(new CreateTableCommand(table));
  const calls = {
    UpdateItem: () => client.send(new UpdateItemCommand(update)),
    GetItem: () => client.send(new GetItemCommand(get)),
  };
  return { client, calls };
}

const folder = mkdtempSync(join(tmpdir(), 'bench-dynamodb-'));
const cloud = await createCloud({
  dataDir: join(folder, 'local-cloud'),
  port: 0,
  services: (context) => [createDynamoDbService(context)],
  authorize: () => {},
});
const own = await withTable(cloud.endpoint);
const inProcess: Contestant = {
  UpdateItem: () => cloud.context.call('dynamodb', 'UpdateItem', update, cloud.context.administrator),
  GetItem: () => cloud.context.call('dynamodb', 'GetItem', get, cloud.context.administrator),
};

const require = createRequire(import.meta.url);
const dynalite = require('dynalite') as (options: object) => Server;
const server = dynalite({ path: join(folder, 'dynalite'), createTableMs: 0 });
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const other = await withTable(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
const store = require('dynalite/db').create({ path: join(folder, 'dynalite-in-process'), createTableMs: 0 });
const otherInProcess: Contestant = {
  UpdateItem: () => dynaliteCall('updateItem', update),
  GetItem: () => dynaliteCall('getItem', get),
};

/** What dynalite does between its HTTP server and its answer. */
function dynaliteCall(action: string, input: object): Promise<unknown> {
  const validations = require('dynalite/validations');
  const { types, custom } = require(`dynalite/validations/${action}`);
  const data = validations.checkTypes(structuredClone(input), types);
  validations.checkValidations(data, types, custom, store);
  return new Promise((resolve, reject) => {
    require(`dynalite/actions/${action}`)(store, data, (error: unknown, answer: unknown) =>
      error ? reject(error) : resolve(answer),
    );
  });
}
await dynaliteCall('createTable', table);
await new Promise((resolve) => setTimeout(resolve, 200));

const contestants = [
  { name: 'through the SDK', theirs: other.calls, ours: own.calls },
  { name: 'in the process', theirs: otherInProcess, ours: inProcess },
];
console.log(`calls per second of CPU time, best of ${ROUNDS} rounds`);
for (const { name, theirs, ours } of contestants) {
  for (const operation of ['UpdateItem', 'GetItem'] as const) {
    let [bestTheirs, bestOurs] = [0, 0];
    for (let round = 0; round < ROUNDS; round++) {
      bestTheirs = Math.max(bestTheirs, await callsPerCpuSecond(theirs[operation]));
      bestOurs = Math.max(bestOurs, await callsPerCpuSecond(ours[operation]));
    }
    const ratio = (bestOurs / bestTheirs).toFixed(1);
    const figures = `dynalite ${bestTheirs.toFixed(0)}, local cloud ${bestOurs.toFixed(0)}: ${ratio} times`;
    console.log(`${operation} ${name}: ${figures}`);
  }
}

own.client.destroy();
other.client.destroy();
await cloud.close();
await new Promise((resolve) => server.close(resolve));
await store.db.close();
rmSync(folder, { recursive: true });
