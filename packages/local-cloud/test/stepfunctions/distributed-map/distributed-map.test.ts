import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DescribeMapRunCommand, ListExecutionsCommand, ListMapRunsCommand } from '@aws-sdk/client-sfn';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ended, StatesCloud } from '../states-cloud.ts';

const GET = 'arn:aws:states:::s3:getObject';
const LIST = 'arn:aws:states:::s3:listObjectsV2';
const PUT = 'arn:aws:states:::s3:putObject';

let cloud: StatesCloud;
let names = 0;
beforeAll(async () => {
  cloud = await StatesCloud.start();
  const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => ({ row: from + index }));
  const jsonl = (values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
  await cloud.createBucket('data', {
    'rows.jsonl': jsonl(rows(0, 10)),
    'rows.json': JSON.stringify(rows(0, 4)),
    'nested.json': JSON.stringify({ data: { rows: rows(0, 2) } }),
    'rows.csv': 'id;text\n1;one\n2;two\n',
    'broken.jsonl': '{"row":0}\n{"row":\n',
    'object.json': '{"Hello":"world"}',
    'parts/a.jsonl': jsonl(rows(0, 3)),
    'parts/b.jsonl.gz': gzipSync(jsonl(rows(3, 5))),
    'parts/c.jsonl': jsonl(rows(5, 6)),
    'manifest.csv': 's3://data/parts/a.jsonl\ns3://data/parts/b.jsonl.gz\n',
    'packed.jsonl.zst': 'x',
  });
  await cloud.createBucket('results');
  await cloud.createFunction(
    'double',
    'exports.handler = async ({ row }) => { if (row === 7) throw new Error("seven"); return row * 2; };',
  );
});
afterAll(() => cloud.close());

const pass = {
  ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
  StartAt: 'Pass',
  States: { Pass: { Type: 'Pass', End: true } },
};

function runMap(state: object, input: unknown = {}): Promise<Ended> {
  names += 1;
  const map = { Type: 'Map', Label: 'Rows', ItemProcessor: pass, End: true, ...state };
  return cloud.run(`map-${names}`, { StartAt: 'Map', States: { Map: map } }, input);
}

const reader = (Key: string, ReaderConfig: object) => ({
  ItemReader: { Resource: GET, ReaderConfig, Arguments: { Bucket: 'data', Key } },
});

async function mapRunOf(executionArn: string) {
  const { mapRuns = [] } = await cloud.sfn.send(new ListMapRunsCommand({ executionArn }));
  return cloud.sfn.send(new DescribeMapRunCommand({ mapRunArn: mapRuns[0]?.mapRunArn ?? '' }));
}

describe('ItemReader', () => {
  it.each([
    ['JSONL', 'rows.jsonl', { InputType: 'JSONL' }, 10],
    ['JSON', 'rows.json', { InputType: 'JSON' }, 4],
    ['JSON at a pointer', 'nested.json', { InputType: 'JSON', ItemsPointer: '/data/rows' }, 2],
    ['MaxItems from an expression', 'rows.jsonl', { InputType: 'JSONL', MaxItems: '{% 1 + 2 %}' }, 3],
    ['an Athena manifest', 'manifest.csv', { InputType: 'JSONL', ManifestType: 'ATHENA_DATA' }, 5],
  ])('reads %s', async (_what, key, config, count) => {
    const { output } = await runMap(reader(key, config));
    expect(output).toEqual(Array.from({ length: count }, (_, row) => ({ row })));
  });

  it('reads CSV', async () => {
    const config = { InputType: 'CSV', CSVHeaderLocation: 'FIRST_ROW', CSVDelimiter: 'SEMICOLON' };
    const { output } = await runMap(reader('rows.csv', config));
    expect(output).toEqual([
      { id: '1', text: 'one' },
      { id: '2', text: 'two' },
    ]);
  });

  it('reads Parquet', async () => {
    const path = join(cloud.dataDir, 'rows.parquet');
    const database = await DuckDBInstance.create(':memory:');
    const connection = await database.connect();
    await connection.run(
      `COPY (SELECT range AS row, 'r' || range AS text FROM range(3)) TO '${path}' (FORMAT parquet)`,
    );
    database.closeSync();
    await cloud.put('data', 'rows.parquet', await readFile(path));
    const { output } = await runMap(reader('rows.parquet', { InputType: 'PARQUET' }));
    expect(output).toEqual([0, 1, 2].map((row) => ({ row, text: `r${row}` })));
    expect(await runMap(reader('rows.jsonl', { InputType: 'PARQUET' }))).toMatchObject({
      error: 'States.ItemReaderFailed',
      cause: expect.stringContaining('The Parquet dataset cannot be read'),
    });
  });

  it('lists objects', async () => {
    const { output } = await runMap({
      ItemReader: { Resource: LIST, Arguments: { Bucket: 'data', Prefix: 'parts/' } },
    });
    expect(output).toMatchObject([{ Key: 'parts/a.jsonl' }, { Key: 'parts/b.jsonl.gz' }, { Key: 'parts/c.jsonl' }]);
    const [first] = output as Record<string, unknown>[];
    expect(first).toEqual({
      Etag: expect.stringMatching(/^"\w+"$/),
      Key: 'parts/a.jsonl',
      LastModified: expect.any(Number),
      Size: 30,
      StorageClass: 'STANDARD',
    });
  });

  it('loads and flattens what it lists, unpacking as it goes', async () => {
    const { output } = await runMap({
      ItemReader: {
        Resource: LIST,
        ReaderConfig: { InputType: 'JSONL', Transformation: 'LOAD_AND_FLATTEN' },
        Arguments: { Bucket: 'data', Prefix: 'parts/' },
      },
    });
    expect(output).toEqual(Array.from({ length: 6 }, (_, row) => ({ row })));
  });

  it.each([
    ['a missing object', 'none.jsonl', { InputType: 'JSONL' }, 'does not exist'],
    ['a line that is not JSON', 'broken.jsonl', { InputType: 'JSONL' }, 'Line 2'],
    [
      'an object instead of an array',
      'object.json',
      { InputType: 'JSON' },
      'Attempting to map over non-iterable node.',
    ],
    [
      'a negative MaxItems',
      'rows.jsonl',
      { InputType: 'JSONL', MaxItems: '{% -1 %}' },
      'field MaxItems must be positive',
    ],
    ['ZSTD, which Node.js 20 cannot unpack', 'packed.jsonl.zst', { InputType: 'JSONL' }, ''],
  ])('fails with States.ItemReaderFailed for %s', async (_what, key, config, cause) => {
    const ended = await runMap(reader(key, config));
    expect(ended).toMatchObject({
      status: 'FAILED',
      error: 'States.ItemReaderFailed',
      cause: expect.stringContaining(cause),
    });
    expect((await cloud.eventTypes(ended.arn)).slice(-4)).toEqual([
      'MapRunStarted',
      'MapRunFailed',
      'MapStateFailed',
      'ExecutionFailed',
    ]);
    expect(await mapRunOf(ended.arn)).toMatchObject({ status: 'FAILED' });
  });
});

describe('items of the input', () => {
  it('takes Items from an expression, and the input itself without one', async () => {
    expect(await runMap({ Items: '{% $states.input.rows %}' }, { rows: [1, 2] })).toMatchObject({ output: [1, 2] });
    expect(await runMap({}, ['a'])).toMatchObject({ output: ['a'] });
  });

  it('runs no child for no items', async () => {
    const ended = await runMap({}, []);
    expect(ended.output).toEqual([]);
    expect(await mapRunOf(ended.arn)).toMatchObject({ status: 'SUCCEEDED', itemCounts: { total: 0 } });
  });

  it('refuses Items that are no array', async () => {
    const ended = await runMap({ Items: '{% $states.input %}' }, { rows: 1 });
    expect(ended.error).toBe('States.QueryEvaluationError');
    expect(ended.cause).toContain("Expected 'array', but was 'object'");
  });
});

describe('ItemSelector and ItemBatcher', () => {
  it("selects from each item's index and value", async () => {
    const ItemSelector = {
      n: '{% $states.context.Map.Item.Index %}',
      row: '{% $states.context.Map.Item.Value.row %}',
      run: '{% $states.input.run %}',
    };
    const { output } = await runMap(
      { ...reader('rows.json', { InputType: 'JSON', MaxItems: 2 }), ItemSelector },
      { run: 'r' },
    );
    expect(output).toEqual([
      { n: 0, row: 0, run: 'r' },
      { n: 1, row: 1, run: 'r' },
    ]);
  });

  it('batches items with an input of their own', async () => {
    const ended = await runMap(
      {
        ...reader('rows.jsonl', { InputType: 'JSONL' }),
        ItemBatcher: { MaxItemsPerBatch: '{% $states.input.size %}', BatchInput: { run: '{% $states.input.run %}' } },
      },
      { size: 4, run: 'r' },
    );
    const batches = ended.output as { BatchInput: unknown; Items: unknown[] }[];
    expect(batches.map(({ Items }) => Items.length)).toEqual([4, 4, 2]);
    expect(batches[0]).toEqual({ BatchInput: { run: 'r' }, Items: [{ row: 0 }, { row: 1 }, { row: 2 }, { row: 3 }] });
    expect(await mapRunOf(ended.arn)).toMatchObject({
      itemCounts: { total: 10, succeeded: 10, running: 0, pending: 0 },
      executionCounts: { total: 3, succeeded: 3, running: 0, pending: 0 },
    });
  });

  it('refuses a batch size the state may not have', async () => {
    const state = { ItemBatcher: { MaxInputBytesPerBatch: '{% 262145 %}' } };
    expect(await runMap(state, [1])).toMatchObject({ cause: expect.stringContaining('between 1 and 262144') });
  });
});

describe('a Map Run', () => {
  it('leaves its events in the parent, and each child with a history of its own', async () => {
    const ended = await runMap({}, ['x', 'y']);
    expect(await cloud.eventTypes(ended.arn)).toEqual([
      'ExecutionStarted',
      'MapStateEntered',
      'MapStateStarted',
      'MapRunStarted',
      'MapRunSucceeded',
      'MapStateSucceeded',
      'MapStateExited',
      'ExecutionSucceeded',
    ]);
    const { mapRunArn = '', executionArn, status } = await mapRunOf(ended.arn);
    expect({ executionArn, status }).toEqual({ executionArn: ended.arn, status: 'SUCCEEDED' });
    expect(mapRunArn).toMatch(/^arn:aws:states:us-east-1:000000000000:mapRun:map-\d+\/Rows:[0-9a-f-]{36}$/);
    const { executions = [] } = await cloud.sfn.send(new ListExecutionsCommand({ mapRunArn }));
    expect(executions).toHaveLength(2);
    const child = executions[0]?.executionArn ?? '';
    expect(child).toMatch(/:execution:map-\d+\/Rows:[0-9a-f-]{36}$/);
    expect((await cloud.eventTypes(child)).at(-1)).toBe('ExecutionSucceeded');
  });

  it('refuses output of more than 256 KiB', async () => {
    const large = {
      Pass: { Type: 'Pass', Output: "{% $join($map([1..2000], function($i) { 'xxxxxxxxxx' })) %}", End: true },
    };
    const ItemProcessor = { ...pass, States: large };
    const items = Array.from({ length: 15 }, (_, index) => index);
    expect(await runMap({ ItemProcessor }, items)).toMatchObject({ error: 'States.DataLimitExceeded' });
  });

  it('refuses an item of more than 256 KiB', async () => {
    const Items = "{% [$join($map([1..2000], function($i) { $string($i) & $pad('', 200, 'x') }))] %}";
    expect(await runMap({ Items })).toMatchObject({ status: 'FAILED', error: 'States.DataLimitExceeded' });
  });

  it('runs EXPRESS children too', async () => {
    const ItemProcessor = { ...pass, ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'EXPRESS' } };
    expect(await runMap({ ItemProcessor }, [1, 2, 3])).toMatchObject({ output: [1, 2, 3] });
  });
});

describe('ResultWriter', () => {
  const doubled = {
    ...pass,
    States: {
      Pass: {
        Type: 'Task',
        Resource: 'arn:aws:states:::lambda:invoke',
        Arguments: { FunctionName: 'double', Payload: '{% $states.input %}' },
        Output: '{% [$states.result.Payload] %}',
        End: true,
      },
    },
  };
  const state = {
    ...reader('rows.jsonl', { InputType: 'JSONL' }),
    ItemProcessor: doubled,
    ToleratedFailureCount: 1,
  };

  it('writes a manifest, what succeeded and what failed', async () => {
    const ended = await runMap({
      ...state,
      ResultWriter: { Resource: PUT, Arguments: { Bucket: 'results', Prefix: 'jobs/' } },
    });
    const { MapRunArn, ResultWriterDetails } = ended.output as {
      MapRunArn: string;
      ResultWriterDetails: { Bucket: string; Key: string };
    };
    const id = MapRunArn.slice(MapRunArn.lastIndexOf(':') + 1);
    expect(ResultWriterDetails).toEqual({ Bucket: 'results', Key: `jobs/${id}/manifest.json` });
    const manifest = JSON.parse(await cloud.text('results', ResultWriterDetails.Key));
    expect(manifest).toEqual({
      DestinationBucket: 'results',
      MapRunArn,
      ResultFiles: {
        FAILED: [{ Key: `jobs/${id}/FAILED_0.json`, Size: expect.any(Number) }],
        PENDING: [],
        SUCCEEDED: [{ Key: `jobs/${id}/SUCCEEDED_0.json`, Size: expect.any(Number) }],
      },
    });
    const text = await cloud.text('results', manifest.ResultFiles.SUCCEEDED[0].Key);
    expect(Buffer.byteLength(text)).toBe(manifest.ResultFiles.SUCCEEDED[0].Size);
    const succeeded = JSON.parse(text);
    expect(succeeded).toHaveLength(9);
    expect(succeeded[1]).toMatchObject({
      ExecutionArn: expect.stringContaining(':execution:'),
      Input: '{"row":1}',
      InputDetails: { Included: true },
      Output: '[2]',
      OutputDetails: { Included: true },
      StateMachineArn: expect.stringMatching(/stateMachine:map-\d+\/Rows$/),
      Status: 'SUCCEEDED',
    });
    const failed = JSON.parse(await cloud.text('results', manifest.ResultFiles.FAILED[0].Key));
    expect(failed).toMatchObject([{ Input: '{"row":7}', Status: 'FAILED', Error: 'Error' }]);
    expect(await mapRunOf(ended.arn)).toMatchObject({ itemCounts: { succeeded: 9, failed: 1, resultsWritten: 10 } });
  });

  it.each([
    ['COMPACT', 'JSONL', '[0]\n[2]\n'],
    ['FLATTEN', 'JSONL', '0\n2\n'],
    ['FLATTEN', 'JSON', '[0,2]'],
  ])('transforms with %s as %s', async (Transformation, OutputType, text) => {
    const ended = await runMap({
      ...state,
      ...reader('rows.jsonl', { InputType: 'JSONL', MaxItems: 2 }),
      ResultWriter: { Resource: PUT, Arguments: { Bucket: 'results' }, WriterConfig: { Transformation, OutputType } },
    });
    const { ResultWriterDetails } = ended.output as { ResultWriterDetails: { Key: string } };
    const manifest = JSON.parse(await cloud.text('results', ResultWriterDetails.Key));
    expect(await cloud.text('results', manifest.ResultFiles.SUCCEEDED[0].Key)).toBe(text);
  });

  it('can shape the output without exporting it', async () => {
    const WriterConfig = { Transformation: 'FLATTEN', OutputType: 'JSON' };
    expect(await runMap({ ResultWriter: { WriterConfig } }, [[1, 2], [], 3])).toMatchObject({ output: [1, 2, 3] });
  });

  it('fails with States.ResultWriterFailed when the bucket is not there', async () => {
    const ResultWriter = { Resource: PUT, Arguments: { Bucket: 'nowhere' } };
    expect(await runMap({ ResultWriter }, [1])).toMatchObject({ status: 'FAILED', error: 'States.ResultWriterFailed' });
  });
});
