import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROWS_PER_SHARD } from '../../contracts/storage-keys.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';

let rollcall: RollcallCloud;
beforeAll(async () => {
  rollcall = await RollcallCloud.start();
});
afterAll(() => rollcall?.close());

it('rows of several shards are all loaded, by one MERGE a shard', async () => {
  const indexes = [0, ROWS_PER_SHARD - 1, ROWS_PER_SHARD, 2 * ROWS_PER_SHARD + 1];
  const values = indexes.map((index) => `('spread', 's${index}', ${index}, '{"body":"I want a refund"}')`).join(', ');
  await rollcall.query(
    `INSERT INTO "${rollcall.output('DatabaseName')}"."evaluation_datasets" (dataset_id, sample_id, row_index, input) VALUES ${values}`,
  );
  const summary = await rollcall.run('in-three-shards', {
    datasetId: 'spread',
    config: { executionMode: 'tool', toolLambdaArn: rollcall.output('ToolFunctionArn') },
  });
  expect(summary).toMatchObject({ status: 'completed', total: 4, succeeded: 4 });
  const rows = await rollcall.results('in-three-shards', 'row_index');
  expect(rows.map((row) => Number(row.row_index))).toEqual(indexes);
});
