/**
 * What the files of an Iceberg table cost, in CPU time: a MERGE of 50,000 rows of 36 columns in 16 buckets, which writes none of them, and
 * the first GetTable after it, which writes all; and a MERGE that had to write them too.
 * `npx tsx packages/local-cloud/bench/iceberg-files.ts [rows]`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AthenaClient, GetQueryExecutionCommand, StartQueryExecutionCommand } from '@aws-sdk/client-athena';
import { GetTableCommand, GlueClient } from '@aws-sdk/client-glue';
import { CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { createAthenaService } from '../src/athena/service.ts';
import { createCloud } from '../src/create-cloud.ts';
import { createGlueService } from '../src/glue/service.ts';
import { createS3Service } from '../src/s3/service.ts';

const ROWS = Number(process.argv[2] ?? 50_000);
const TURNS = 5;
const COLUMNS = Array.from({ length: 35 }, (_, index) => `c${index}`);

async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'local-cloud-bench-'));
  const cloud = await createCloud({
    port: 0,
    dataDir,
    authorize: () => {},
    services: async (context) => {
      const s3 = await createS3Service(context);
      const glue = createGlueService(context);
      return [s3, glue, await createAthenaService(context, { s3, glue })];
    },
  });
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const settings = { endpoint: cloud.endpoint, region: 'us-east-1', credentials };
  const [athena, glue] = [new AthenaClient(settings), new GlueClient(settings)];
  const s3 = new S3Client({ ...settings, forcePathStyle: true });
  await s3.send(new CreateBucketCommand({ Bucket: 'data' }));
  const ResultConfiguration = { OutputLocation: 's3://data/results/' };
  const run = async (QueryString: string): Promise<void> => {
    const { QueryExecutionId } = await athena.send(
      new StartQueryExecutionCommand({ QueryString, ResultConfiguration }),
    );
    for (;;) {
      const { QueryExecution } = await athena.send(new GetQueryExecutionCommand({ QueryExecutionId }));
      const { State, StateChangeReason } = QueryExecution?.Status ?? {};
      if (State === 'SUCCEEDED') return;
      if (State === 'FAILED') throw new Error(StateChangeReason);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const shown = () => glue.send(new GetTableCommand({ DatabaseName: 'bench', Name: 'rows' }));
  await run('CREATE DATABASE bench');
  const types = COLUMNS.map((name) => `${name} string`).join(', ');
  await run(
    `CREATE TABLE bench.rows (id bigint, ${types}) PARTITIONED BY (bucket(16, c1)) LOCATION 's3://data/rows' TBLPROPERTIES ('table_type' = 'ICEBERG')`,
  );
  const values = COLUMNS.map((name) => `'${name}-' || CAST(n * 7919 % 1000 AS varchar) AS ${name}`).join(', ');
  const merge = `MERGE INTO bench.rows t USING (SELECT n AS id, ${values}
      FROM (SELECT a * 1000 + b AS n FROM UNNEST(sequence(0, ${Math.ceil(ROWS / 1000) - 1})) x(a) CROSS JOIN UNNEST(sequence(0, 999)) y(b))) s
    ON t.id = s.id WHEN MATCHED THEN UPDATE SET c0 = s.c0
    WHEN NOT MATCHED THEN INSERT (id, ${COLUMNS.join(', ')}) VALUES (s.id, ${COLUMNS.map((name) => `s.${name}`).join(', ')})`;
  await run(merge);
  await shown();
  const merges: number[] = [];
  const files: number[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    merges.push(await cpuSeconds(() => run(merge)));
    files.push(await cpuSeconds(shown));
  }
  const again = await cpuSeconds(shown);
  const { Contents } = await s3.send(new ListObjectsV2Command({ Bucket: 'data', Prefix: 'rows/data/' }));
  const bytes = (Contents ?? []).reduce((sum, { Size = 0 }) => sum + Size, 0);
  const [alone, more] = [median(merges), median(files)];
  process.stdout.write(
    `${ROWS} rows of 36 columns, CPU seconds, median of ${TURNS}: MERGE ${alone.toFixed(2)}, its files ${more.toFixed(2)} ` +
      `(${Math.round((more / alone) * 100)} % more if a commit wrote them), GetTable without a change ${again.toFixed(3)}; ` +
      `${Contents?.length} Parquet files of ${(bytes / 1e6).toFixed(1)} MB, those of the time before too\n`,
  );
  for (const client of [athena, glue, s3]) client.destroy();
  await cloud.close();
  await rm(dataDir, { recursive: true, force: true });
}

async function cpuSeconds(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

await main();
