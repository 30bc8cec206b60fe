import { CreateWorkGroupCommand } from '@aws-sdk/client-athena';
import { AthenaCloud, OUTPUT } from '../../athena/athena-cloud.ts';

/**
 * What every flow finds: a workgroup `lab`, and tables `db.answers`, `db.measured` and `db.filed` with a column of each kind.
 * The last is partitioned.
 */
export async function startPreparedCloud(): Promise<AthenaCloud> {
  const cloud = await AthenaCloud.start();
  const ResultConfiguration = { OutputLocation: OUTPUT };
  await cloud.athena.send(new CreateWorkGroupCommand({ Name: 'lab', Configuration: { ResultConfiguration } }));
  for (const table of ['answers', 'measured']) await createTable(table, cloud);
  await createTable('filed', cloud, 'PARTITIONED BY (bucket(4, id), truncate(1, name), day(at), passed)');
  return cloud;
}

async function createTable(table: string, cloud: AthenaCloud, partitions = ''): Promise<void> {
  await cloud.run(
    `CREATE TABLE ${table} (id bigint, name string, score double, passed boolean, at timestamp, day date) ${partitions}
     LOCATION 's3://data/${table}' TBLPROPERTIES ('table_type' = 'ICEBERG')`,
  );
  await cloud.run(`INSERT INTO ${table} VALUES
    (1, 'été', 0.5, true, TIMESTAMP '2026-01-02 03:04:05.678', DATE '2026-01-02'),
    (2, 'b"c', 1.25, false, TIMESTAMP '2026-01-02 03:04:06', DATE '2026-01-03'),
    (3, NULL, NULL, NULL, NULL, NULL)`);
}
