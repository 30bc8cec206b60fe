import { afterAll, beforeAll, expect, it } from 'vitest';
import { runStatement } from '../../../client/athena/run-query.ts';
import { exportRequestSchema } from '../../../contracts/export.ts';
import { planColumns } from '../../../core/export/plan-columns.ts';
import { exportedRows } from '../../../core/sql/export-rows.ts';
import { unloadExport } from '../../../core/sql/export-unload.ts';
import { formatOf } from '../../../functions/results-exporter/formats.ts';
import { type StorageCloud, startStorageCloud } from '../../support/storage-cloud.ts';

const MEMBERS = 60;
/** It took gigabytes, and then the query failed. */
const MOST_GROWTH = 600 * 1024 * 1024;

let cloud: StorageCloud;
beforeAll(async () => {
  cloud = await startStorageCloud();
  const members = Array.from({ length: MEMBERS }, (_, n) => `"column_${n}":"v ${n}"`).join(',');
  await runStatement(
    `INSERT INTO ${cloud.tables.results} (evaluation_id, sample_id, row_index, status, input)
SELECT 'wide', concat('s', CAST(i AS varchar)), i, 'succeeded', '{${members}}' FROM UNNEST(sequence(CAST(0 AS bigint), 1999)) AS t(i)`,
    cloud,
  );
});
afterAll(() => cloud?.close());

it.each(['csv', 'json'] as const)(
  '2,000 rows of 60 JSON members are written as %s in bounded memory',
  async (format) => {
    const fields = Array.from({ length: MEMBERS }, (_, n) => ({
      from: 'input' as const,
      key: `column_${n}`,
      isText: false,
    }));
    const request = exportRequestSchema.parse({ evaluationId: 'wide', format });
    const columns = planColumns({ ...request, flatten: true }, { fields, hasPlainInput: false }, []);
    const rows = exportedRows(cloud.tables, { evaluationId: 'wide', isLoaded: true });
    const before = process.memoryUsage.rss();
    let most = before;
    const looking = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss());
    }, 20);
    const { unload } = formatOf(request, columns);
    await runStatement(unloadExport({ ...unload, rows }, `s3://${cloud.bucket}/runs/wide/${format}/`), cloud);
    clearInterval(looking);
    expect(most - before).toBeLessThan(MOST_GROWTH);
  },
);
