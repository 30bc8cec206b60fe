import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { JobLine } from '../../../client/jobs/job-line.ts';
import { createRunRecordStore } from '../../../domain/run-records/store/run-record-store.ts';
import { startCallerCloud } from '../../functions/caller-cloud.ts';
import { runRecordOf } from '../../support/run-record.ts';

const { documents, tables } = await startCallerCloud();
const runs = createRunRecordStore(documents, tables);
const sfn = new SFNClient({});
const started = mockClient(sfn);
beforeEach(() => {
  started.reset();
  started.on(StartExecutionCommand).resolves({});
});

const line = () => new JobLine({ documents, countsTable: tables.counts, runs, sfn, mostRunning: 3 });
const names = () => started.commandCalls(StartExecutionCommand).map(({ args }) => args[0].input.name ?? '');

async function jobsOf(tenant: string, count: number): Promise<string[]> {
  const jobs = Array.from({ length: count }, (_, n) => `${tenant}..job-${n}`);
  for (const evaluation_id of jobs) {
    const execution_arn = `arn:execution:${evaluation_id}`;
    await runs.create(runRecordOf({ evaluation_id, status: 'pending', execution_arn, pass_input: '{}' }));
  }
  return jobs;
}

describe('the line of a tenant’s jobs', () => {
  it('starts as many as may run, and the others in their turn, however many join at the same moment', async () => {
    const jobs = await jobsOf('busy', 12);
    await Promise.all(jobs.map((job) => line().join(job)));
    const first = names();
    expect([first.length, new Set(first).size]).toEqual([3, 3]);
    // Each that ends lets one in.
    for (let ended = 0; ended < names().length; ended++) await line().leave(names()[ended] ?? '');
    expect(names().sort()).toEqual([...jobs].sort());
  });

  it('is a tenant’s own, and has a job that joins twice once', async () => {
    const [mine = ''] = await jobsOf('mine', 1);
    const [yours = ''] = await jobsOf('yours', 1);
    await Promise.all([line().join(mine), line().join(mine), line().join(yours)]);
    expect(names().sort()).toEqual([mine, yours]);
  });
});
