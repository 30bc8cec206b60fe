import { randomUUID } from 'node:crypto';
import {
  type AthenaClient,
  BatchGetQueryExecutionCommand,
  CreateNamedQueryCommand,
  CreateWorkGroupCommand,
  DeleteNamedQueryCommand,
  DeleteWorkGroupCommand,
  GetNamedQueryCommand,
  GetQueryExecutionCommand,
  GetQueryResultsCommand,
  GetWorkGroupCommand,
  ListNamedQueriesCommand,
  ListQueryExecutionsCommand,
  paginateListQueryExecutions,
  StartQueryExecutionCommand,
  StopQueryExecutionCommand,
  UpdateWorkGroupCommand,
} from '@aws-sdk/client-athena';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AthenaCloud, OUTPUT } from './athena-cloud.ts';

let cloud: AthenaCloud;
let athena: AthenaClient;
beforeAll(async () => {
  cloud = await AthenaCloud.start();
  athena = cloud.athena;
});
afterAll(() => cloud.end());

const SLOW =
  'SELECT count(*) FROM UNNEST(sequence(1, 10000)) a(v) CROSS JOIN UNNEST(sequence(1, 10000)) b(v) CROSS JOIN UNNEST(sequence(1, 100)) c(v) WHERE a.v % 7 = b.v % 11 + c.v';

describe('StartQueryExecution', () => {
  it('answers the same token with the same query', async () => {
    const more = { ClientRequestToken: randomUUID() };
    const id = await cloud.start('SELECT 1', more);
    expect(await cloud.start('SELECT 1', more)).toBe(id);
    expect(await Promise.all([1, 2, 3].map(() => cloud.start('SELECT 1', more)))).toEqual([id, id, id]);
    await expect(cloud.start('SELECT 2', more)).rejects.toMatchObject({
      name: 'InvalidRequestException',
      message: 'Idempotent parameters do not match',
    });
  });

  it('needs an output location in a bucket that is there', async () => {
    const start = (OutputLocation?: string) =>
      athena.send(new StartQueryExecutionCommand({ QueryString: 'SELECT 1', ResultConfiguration: { OutputLocation } }));
    await expect(start()).rejects.toThrow('No output location provided.');
    await expect(start('s3://no-such-bucket/x/')).rejects.toThrow(
      'Unable to verify/create output bucket no-such-bucket',
    );
    await expect(start('/tmp/x')).rejects.toThrow('outputLocation is not a valid S3 path');
  });

  it.each([
    [
      'a query of more than 262,144 bytes',
      { QueryString: `SELECT '${'x'.repeat(262_144)}'` },
      'exceeds the limit of 262144',
    ],
    ['an empty query', { QueryString: '' }, 'queryString'],
    ['a parameter of more than 1,024 characters', { ExecutionParameters: [`'${'x'.repeat(1024)}'`] }, '1024'],
    ['a short token', { ClientRequestToken: 'short' }, '32'],
    ['a workgroup that is not there', { WorkGroup: 'nope' }, 'WorkGroup nope is not found'],
  ])('refuses %s', async (_what, more, message) => {
    await expect(cloud.start('SELECT ?', more)).rejects.toMatchObject({
      name: 'InvalidRequestException',
      message: expect.stringContaining(message),
    });
  });
});

describe('a query on its way', () => {
  it('is stopped, whether it runs or waits', async () => {
    const ids = await Promise.all([1, 2, 3, 4].map((n) => cloud.start(`${SLOW} AND a.v <> ${n}`)));
    const state = async (QueryExecutionId?: string) =>
      (await athena.send(new GetQueryExecutionCommand({ QueryExecutionId }))).QueryExecution?.Status?.State;
    await expect.poll(() => state(ids[0])).toBe('RUNNING');
    expect(await state(ids[3])).toBe('QUEUED');
    await expect(athena.send(new GetQueryResultsCommand({ QueryExecutionId: ids[0] }))).rejects.toThrow(
      'Query has not yet finished. Current state: RUNNING',
    );
    for (const QueryExecutionId of ids) await athena.send(new StopQueryExecutionCommand({ QueryExecutionId }));
    const ends = await Promise.all(ids.map((id) => cloud.finished(id)));
    expect(ends.map((end) => end.Status?.State)).toEqual(Array(4).fill('CANCELLED'));
    await expect(athena.send(new GetQueryResultsCommand({ QueryExecutionId: ids[0] }))).rejects.toThrow(
      'Could not find results',
    );
    expect(await cloud.value('1')).toBe('1');
  });

  it('that is over stays as it is when it is stopped', async () => {
    const { QueryExecutionId } = await cloud.run('SELECT 1');
    await athena.send(new StopQueryExecutionCommand({ QueryExecutionId }));
    expect((await cloud.finished(QueryExecutionId ?? '')).Status?.State).toBe('SUCCEEDED');
  });

  it('says what failed, by Athena’s categories', async () => {
    const execution = await cloud.finished(await cloud.start('SELECT * FROM nope'));
    const message = "TABLE_NOT_FOUND: line 1:15: Table 'awsdatacatalog.db.nope' does not exist";
    expect(execution.Status).toMatchObject({
      State: 'FAILED',
      StateChangeReason: message,
      AthenaError: { ErrorCategory: 2, ErrorType: 1110, ErrorMessage: message },
    });
    expect(execution.Status?.SubmissionDateTime).toBeInstanceOf(Date);
  });
});

describe('GetQueryResults', () => {
  it('gives pages of at most 1,000 rows, the header being the first row', async () => {
    const { QueryExecutionId } = await cloud.run('SELECT v FROM UNNEST(sequence(1, 2500)) t(v) ORDER BY v');
    const sizes: number[] = [];
    const values: (string | undefined)[] = [];
    let NextToken: string | undefined;
    do {
      const page = await athena.send(new GetQueryResultsCommand({ QueryExecutionId, NextToken }));
      sizes.push(page.ResultSet?.Rows?.length ?? 0);
      values.push(...(page.ResultSet?.Rows ?? []).map((row) => row.Data?.[0]?.VarCharValue));
      NextToken = page.NextToken;
    } while (NextToken);
    expect(sizes).toEqual([1000, 1000, 501]);
    expect(values).toEqual(['v', ...Array.from({ length: 2500 }, (_none, index) => String(index + 1))]);
  });

  it('takes MaxResults from 1 to 1,000 and only its own tokens', async () => {
    const { QueryExecutionId } = await cloud.run('SELECT 1 AS a');
    const one = await athena.send(new GetQueryResultsCommand({ QueryExecutionId, MaxResults: 1 }));
    expect(one.ResultSet?.Rows).toEqual([{ Data: [{ VarCharValue: 'a' }] }]);
    const page = { QueryExecutionId, NextToken: one.NextToken };
    expect((await athena.send(new GetQueryResultsCommand(page))).ResultSet?.Rows).toEqual([
      { Data: [{ VarCharValue: '1' }] },
    ]);
    await expect(athena.send(new GetQueryResultsCommand({ QueryExecutionId, MaxResults: 1001 }))).rejects.toThrow(
      '1000',
    );
    const other = { QueryExecutionId, NextToken: 'bm9uc2Vuc2U' };
    await expect(athena.send(new GetQueryResultsCommand(other))).rejects.toThrow('Malformed nextPageToken');
    const full = await athena.send(new GetQueryResultsCommand({ QueryExecutionId, MaxResults: 2 }));
    const after = await athena.send(new GetQueryResultsCommand({ QueryExecutionId, NextToken: full.NextToken }));
    expect([full.ResultSet?.Rows?.length, after.ResultSet?.Rows, after.NextToken]).toEqual([2, [], undefined]);
  });

  it('reads rows far larger than a piece of the file', async () => {
    const rows = await cloud.rows("SELECT v, rpad('', 1000000, '\"é') FROM UNNEST(sequence(1, 3)) t(v) ORDER BY v");
    expect(rows.map((row) => [row[0], row[1]?.length])).toEqual([
      ['1', 1000000],
      ['2', 1000000],
      ['3', 1000000],
    ]);
  });

  it('gives no rows for statements that have none', async () => {
    const { QueryExecutionId } = await cloud.run('CREATE DATABASE IF NOT EXISTS db');
    expect((await athena.send(new GetQueryResultsCommand({ QueryExecutionId }))).ResultSet?.Rows).toEqual([]);
  });
});

describe('workgroups', () => {
  it('hold their queries to the output location they enforce', async () => {
    await athena.send(
      new CreateWorkGroupCommand({
        Name: 'enforced',
        Configuration: { ResultConfiguration: { OutputLocation: 's3://data/enforced/' } },
      }),
    );
    const execution = await cloud.run('SELECT 1', { WorkGroup: 'enforced' });
    expect(execution.ResultConfiguration?.OutputLocation).toBe(`s3://data/enforced/${execution.QueryExecutionId}.csv`);
    await athena.send(
      new UpdateWorkGroupCommand({
        WorkGroup: 'enforced',
        ConfigurationUpdates: { EnforceWorkGroupConfiguration: false },
      }),
    );
    const free = await cloud.run('SELECT 1', { WorkGroup: 'enforced' });
    expect(free.ResultConfiguration?.OutputLocation).toBe(`${OUTPUT}${free.QueryExecutionId}.csv`);
    const { WorkGroup } = await athena.send(new GetWorkGroupCommand({ WorkGroup: 'enforced' }));
    expect(WorkGroup?.Configuration?.EngineVersion?.EffectiveEngineVersion).toBe('Athena engine version 3');
    expect(free.EngineVersion).toEqual({
      SelectedEngineVersion: 'AUTO',
      EffectiveEngineVersion: 'Athena engine version 3',
    });
  });

  it('stop a query that would scan more than their cut-off', async () => {
    const Configuration = { BytesScannedCutoffPerQuery: 10_000_000 };
    await athena.send(new CreateWorkGroupCommand({ Name: 'thrifty', Configuration }));
    await cloud.put('big/1', `${JSON.stringify({ a: 'x'.repeat(11_000_000) })}\n`);
    await cloud.run(
      `CREATE EXTERNAL TABLE big (a string) ROW FORMAT SERDE 'org.openx.data.jsonserde.JsonSerDe' LOCATION 's3://data/big/'`,
    );
    const execution = await cloud.finished(await cloud.start('SELECT count(*) FROM big', { WorkGroup: 'thrifty' }));
    expect(execution.Status).toMatchObject({
      State: 'CANCELLED',
      StateChangeReason: 'Bytes scanned limit was exceeded',
    });
    const tooSmall = new CreateWorkGroupCommand({ Name: 'x', Configuration: { BytesScannedCutoffPerQuery: 1 } });
    await expect(athena.send(tooSmall)).rejects.toThrow('10000000');
  });

  it('can be disabled and deleted, but not the primary one', async () => {
    await athena.send(new CreateWorkGroupCommand({ Name: 'gone' }));
    await athena.send(new UpdateWorkGroupCommand({ WorkGroup: 'gone', State: 'DISABLED' }));
    await expect(cloud.start('SELECT 1', { WorkGroup: 'gone' })).rejects.toThrow('WorkGroup gone is disabled');
    await athena.send(new DeleteWorkGroupCommand({ WorkGroup: 'gone' }));
    await expect(athena.send(new DeleteWorkGroupCommand({ WorkGroup: 'primary' }))).rejects.toThrow('primary');
  });

  it('that were used are deleted only together with what they hold', async () => {
    await athena.send(
      new CreateWorkGroupCommand({
        Name: 'used',
        Configuration: { ResultConfiguration: { OutputLocation: 's3://data/used/' } },
      }),
    );
    await cloud.run('SELECT 1', { WorkGroup: 'used' });
    await expect(athena.send(new DeleteWorkGroupCommand({ WorkGroup: 'used' }))).rejects.toThrow(
      'WorkGroup used is not empty',
    );
    await athena.send(new DeleteWorkGroupCommand({ WorkGroup: 'used', RecursiveDeleteOption: true }));
  });
});

describe('the file of metadata next to a result', () => {
  const metadataOf = async (sql: string) => {
    const { QueryExecutionId, ResultConfiguration } = await cloud.run(sql);
    const key = ResultConfiguration?.OutputLocation?.replace('s3://data/', '') ?? '';
    const id = Buffer.from(QueryExecutionId ?? '').toString('hex');
    return Buffer.from(await cloud.bytes(`${key}.metadata`))
      .toString('hex')
      .replace(`0a24${id}`, '');
  };

  // The bytes that follow the id are those of a file that Athena wrote.
  it('has the columns of a SELECT', async () => {
    expect(await metadataOf('SELECT 1 AS i WHERE false')).toBe(
      '221d0a04686976652201692a01693207696e7465676572380a400048035000',
    );
    expect(
      await metadataOf("SELECT true AS b, DATE '2026-11-16' AS dt, ARRAY[1] AS arr, CAST(1 AS decimal(10,2)) AS dc"),
    ).toBe(
      [
        '22190a04686976652201622a01623207626f6f6c65616e48035000',
        '221a0a0468697665220264742a02647432046461746540004803500022',
        '190a046869766522036172722a036172723205617272617948032',
        '21f0a0468697665220264632a0264633207646563696d616c380a400248035000',
      ].join(''),
    );
  });

  it('says how many rows a statement wrote', async () => {
    await cloud.run(
      "CREATE TABLE counted (n bigint) LOCATION 's3://data/counted' TBLPROPERTIES ('table_type' = 'ICEBERG')",
    );
    const rows = '22220a04686976652204726f77732a04726f77733206626967696e743813400048035000';
    expect(await metadataOf('INSERT INTO counted VALUES 1, 2')).toBe(
      `1206${Buffer.from('INSERT').toString('hex')}1802${rows}`,
    );
    expect(await metadataOf('UPDATE counted SET n = 3 WHERE false')).toBe(
      `1206${Buffer.from('UPDATE').toString('hex')}1800${rows}`,
    );
  });
});

it('keeps named queries', async () => {
  const { NamedQueryId } = await athena.send(
    new CreateNamedQueryCommand({ Name: 'q', Database: 'db', QueryString: 'SELECT 1' }),
  );
  const { NamedQuery } = await athena.send(new GetNamedQueryCommand({ NamedQueryId }));
  expect(NamedQuery).toMatchObject({ Name: 'q', QueryString: 'SELECT 1', WorkGroup: 'primary' });
  expect((await athena.send(new ListNamedQueriesCommand({}))).NamedQueryIds).toEqual([NamedQueryId]);
  await athena.send(new DeleteNamedQueryCommand({ NamedQueryId }));
  await expect(athena.send(new GetNamedQueryCommand({ NamedQueryId }))).rejects.toThrow('was not found');
});

it('answers for several queries at once', async () => {
  const { QueryExecutionId = '' } = await cloud.run('SELECT 1');
  const batch = await athena.send(new BatchGetQueryExecutionCommand({ QueryExecutionIds: [QueryExecutionId, 'none'] }));
  expect(batch.QueryExecutions?.map((query) => query.QueryExecutionId)).toEqual([QueryExecutionId]);
  expect(batch.UnprocessedQueryExecutionIds?.map((query) => query.QueryExecutionId)).toEqual(['none']);
});

it('counts the queries of a workgroup, newest first, while others are started', async () => {
  const WorkGroup = 'counted';
  await athena.send(new CreateWorkGroupCommand({ Name: WorkGroup }));
  const run = async (sql: string) => (await cloud.run(sql, { WorkGroup })).QueryExecutionId;
  const started = [await run('SELECT 1'), await run('SELECT 2'), await run('SELECT 3')];
  const listed: string[] = [];
  for await (const page of paginateListQueryExecutions({ client: athena, pageSize: 2 }, { WorkGroup })) {
    listed.push(...(page.QueryExecutionIds ?? []));
    if (listed.length === 2) await run('SELECT 4');
  }
  expect(listed).toEqual(started.reverse());
  const list = (input: object) => athena.send(new ListQueryExecutionsCommand({ WorkGroup, ...input }));
  expect((await list({})).QueryExecutionIds).toHaveLength(4);
  await expect(list({ NextToken: 'unknown' })).rejects.toMatchObject({ name: 'InvalidRequestException' });
  await expect(list({ WorkGroup: 'missing' })).rejects.toMatchObject({ name: 'InvalidRequestException' });
});

it('refuses what it does not host by name', async () => {
  const { ListEngineVersionsCommand } = await import('@aws-sdk/client-athena');
  await expect(athena.send(new ListEngineVersionsCommand({}))).rejects.toMatchObject({
    name: 'UnknownOperationException',
  });
});
