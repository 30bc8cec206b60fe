import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { synthesize } from '../../dev/synthesize.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';
import { testAssemblies } from '../support/shared-by-workers.ts';

describe('with -c tables=s3tables', () => {
  let rollcall: RollcallCloud;
  let outdir: string;
  beforeAll(async () => {
    outdir = await mkdtemp(join(tmpdir(), 'rollcall-s3tables-'));
    const toolLambdaArns = 'arn:aws:lambda:us-east-1:000000000000:function:*';
    await synthesize(outdir, { tables: 's3tables', toolLambdaArns, checks: 'false' });
    const quickstart = (await testAssemblies()).slice(1);
    rollcall = await RollcallCloud.start([outdir, ...quickstart]);
  });
  afterAll(async () => {
    await rollcall?.close();
    await rm(outdir, { recursive: true, force: true });
  });

  it('the same run leaves its rows in the table bucket’s catalog', async () => {
    const tables = `"${rollcall.output('CatalogName')}"."${rollcall.output('DatabaseName')}"`;
    await rollcall.query(
      `INSERT INTO ${tables}."evaluation_datasets" (dataset_id, sample_id, row_index, input) VALUES ('t', 'a', 0, '{"body":"I want a refund"}'), ('t', 'b', 1, '{"body":"It crashes"}')`,
    );
    const summary = await rollcall.run('in-s3-tables', {
      datasetId: 't',
      config: {
        executionMode: 'tool',
        toolLambdaArn: rollcall.output('ToolFunctionArn'),
        toolOutputMapping: 'category',
      },
    });
    expect(summary).toMatchObject({ status: 'completed', succeeded: 2 });
    const rows = await rollcall.query(
      `SELECT sample_id, actual_output FROM ${tables}."evaluation_results_evaluations" WHERE evaluation_id = 'in-s3-tables' ORDER BY row_index`,
    );
    expect(rows).toEqual([
      { sample_id: 'a', actual_output: 'billing' },
      { sample_id: 'b', actual_output: 'bug' },
    ]);
  });
});
