import { setTimeout as sleep } from 'node:timers/promises';
import { StopExecutionCommand } from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROWS_PER_SHARD } from '../../contracts/storage-keys.ts';
import { countedConfig } from '../support/counted-run.ts';
import { type CountingEndpoint, countingEndpoint } from '../support/counting-endpoint.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';

/** Four rows in three shards. */
const INDEXES = [0, ROWS_PER_SHARD - 1, ROWS_PER_SHARD, 2 * ROWS_PER_SHARD + 1];

let rollcall: RollcallCloud;
let endpoint: CountingEndpoint;
beforeAll(async () => {
  rollcall = await RollcallCloud.shared();
  endpoint = await countingEndpoint(({ n }) => ({ delayMs: n === 3 ? 60_000 : 0 }));
  const values = INDEXES.map((index, n) => `('spread', 's${n}', ${index}, '{"n":${n},"body":"I want a refund"}')`);
  await rollcall.query(
    `INSERT INTO "${rollcall.output('DatabaseName')}"."evaluation_datasets" (dataset_id, sample_id, row_index, input) VALUES ${values.join(', ')}`,
  );
});
afterAll(() => endpoint?.close());

const loaded = async (id: string): Promise<number[]> =>
  (await rollcall.results(id, 'row_index')).map((row) => Number(row.row_index));

describe('rows of several shards', () => {
  it('are all loaded, by one MERGE a shard', async () => {
    const summary = await rollcall.run('in-three-shards', {
      datasetId: 'spread',
      config: { executionMode: 'tool', toolLambdaArn: rollcall.output('ToolFunctionArn') },
    });
    expect(summary).toMatchObject({ status: 'completed', total: 4, succeeded: 4 });
    expect(await loaded('in-three-shards')).toEqual(INDEXES);
  });

  it('are all loaded when the run is stopped from outside, however few they are', async () => {
    const execution = await rollcall.start('stopped-between-shards', {
      datasetId: 'spread',
      config: countedConfig('endpoint', rollcall, endpoint),
    });
    while (endpoint.total() < INDEXES.length) await sleep(10);
    await rollcall.sfn.send(new StopExecutionCommand({ executionArn: execution }));
    while (!(await rollcall.record('stopped-between-shards')).finished_at) await sleep(150);
    expect(await loaded('stopped-between-shards')).toEqual(INDEXES.slice(0, 3));
    expect(await rollcall.record('stopped-between-shards')).toMatchObject({ status: 'cancelled', succeeded: 3 });
  });
});
