import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdsRollcall } from '../../dev/holds-rollcall.ts';
import { synthesize } from '../../dev/synthesize.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';
import { testAssemblies } from '../support/shared-by-workers.ts';

describe('Rollcall as a construct in someone’s own CDK app', () => {
  let rollcall: RollcallCloud;
  let outdir: string;
  beforeAll(async () => {
    outdir = await mkdtemp(join(tmpdir(), 'rollcall-own-app-'));
    await synthesize(outdir, {}, 'examples/own-app/app.ts');
    const [, ...others] = await testAssemblies();
    rollcall = await RollcallCloud.start([outdir, ...others]);
    await rollcall.insertDataset('tickets', [{ subject: 'refund' }]);
  });
  afterAll(async () => {
    await rollcall?.close();
    await rm(outdir, { recursive: true, force: true });
  });

  const run = async (id: string, agentStateMachineArn: string) => {
    await rollcall.run(id, { datasetId: 'tickets', config: { executionMode: 'agent', agentStateMachineArn } });
    const [row] = await rollcall.results(id, 'status, actual_output, error_name');
    return row;
  };

  it('runs the agent it was given', async () => {
    const row = await run('own-agent', rollcall.output('AgentArn'));
    expect(row).toMatchObject({ status: 'succeeded', actual_output: 'About: refund', error_name: null });
  });

  it('may start no other agent', async () => {
    const row = await run('other-agent', rollcall.output('AgentStateMachineArn'));
    expect(row).toMatchObject({ status: 'failed', error_name: 'TargetAccessDenied' });
  });

  it('brings its stacks itself, so that the local cloud does not add them', async () => {
    expect([outdir, ...(await testAssemblies())].map(holdsRollcall)).toEqual([true, true, false, false]);
  });
});
