import {
  AthenaClient,
  GetQueryExecutionCommand,
  StartQueryExecutionCommand,
  StopQueryExecutionCommand,
} from '@aws-sdk/client-athena';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { runStatement, runWrite } from '../../../client/athena/run-query.ts';

const client = new AthenaClient({ region: 'us-east-1' });
const athena = mockClient(client);
const deps = { athena: client, workGroup: 'rollcall' };
const ended = (State: 'SUCCEEDED' | 'FAILED', StateChangeReason?: string) => ({
  QueryExecution: { QueryExecutionId: 'q-1', Status: { State, StateChangeReason } },
});

beforeEach(() => {
  athena.reset();
  athena.on(StartQueryExecutionCommand).resolves({ QueryExecutionId: 'q-1' });
});

describe('a statement that writes', () => {
  it('runs again when another writer’s commit came first', async () => {
    athena
      .on(GetQueryExecutionCommand)
      .resolvesOnce(ended('FAILED', 'ICEBERG_COMMIT_ERROR: Failed to commit Iceberg update'))
      .resolves(ended('SUCCEEDED'));
    await runWrite('INSERT …', { ...deps, token: 'a-pass' });
    const tokens = athena
      .commandCalls(StartQueryExecutionCommand)
      .map(({ args: [{ input }] }) => input.ClientRequestToken);
    expect(tokens).toHaveLength(2);
    // Athena answers the same token with the same query, which has failed.
    expect(tokens[0]).not.toBe(tokens[1]);
  });

  it('is started again while Athena has too many queries', async () => {
    const busy = Object.assign(new Error('You have exceeded the limit'), { name: 'TooManyRequestsException' });
    athena.on(StartQueryExecutionCommand).rejectsOnce(busy).resolves({ QueryExecutionId: 'q-1' });
    athena.on(GetQueryExecutionCommand).resolves(ended('SUCCEEDED'));
    await runStatement('SELECT 1', deps);
    expect(athena.commandCalls(StartQueryExecutionCommand)).toHaveLength(2);
  });

  it('does not run again when it failed for another reason', async () => {
    athena.on(GetQueryExecutionCommand).resolves(ended('FAILED', 'HIVE_BAD_DATA: no JSON'));
    await expect(runWrite('INSERT …', deps)).rejects.toMatchObject({
      name: 'QueryFailed',
      message: 'Athena query q-1 FAILED: HIVE_BAD_DATA: no JSON',
    });
    expect(athena.commandCalls(StartQueryExecutionCommand)).toHaveLength(1);
  });

  it('that Lake Formation refused says what to grant', async () => {
    const reason = 'Insufficient Lake Formation permission(s): Required Describe on s3_evaluation_db';
    athena.on(GetQueryExecutionCommand).resolves(ended('FAILED', reason));
    await expect(runStatement('SELECT 1', deps)).rejects.toThrow(
      /Required Describe on .*grant this role DESCRIBE on the database/,
    );
  });

  it('is stopped in Athena too when the import is', async () => {
    athena.on(GetQueryExecutionCommand).resolves({ QueryExecution: { Status: { State: 'RUNNING' } } });
    athena.on(StopQueryExecutionCommand).resolves({});
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 50);
    await expect(runStatement('INSERT …', { ...deps, signal: stop.signal })).rejects.toThrow(/abort/i);
    expect(athena.commandCalls(StopQueryExecutionCommand)).toHaveLength(1);
  });
});
