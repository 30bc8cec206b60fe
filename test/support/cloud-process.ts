import { once } from 'node:events';
import { DuckDBConnection } from '@duckdb/node-api';
import { createLocalCloud } from 'local-cloud';
import { CLOUD_OPTIONS } from '../../dev/cloud-options.ts';
import { TEST_QUOTAS } from './quotas.ts';
import { leavingGrants } from './used-grants.ts';

/** A moment of the next MERGE at which it dies: with all rows written and none committed, or when nobody was told. */
export type MergeMoment = 'uncommitted' | 'committed';

/** A local cloud in a process of its own. It opens the data folder only when it is told to. */
const [dataDir = '', ...assemblies] = process.argv.slice(2);
let close = async () => {};
process.on('disconnect', () => close().finally(() => process.exit(0)));
process.send?.('loaded');
const [{ diesAtMerge }] = (await once(process, 'message')) as [{ diesAtMerge?: MergeMoment }];
if (diesAtMerge) dieAtMerge(diesAtMerge);
const cloud = leavingGrants(
  await createLocalCloud({ ...CLOUD_OPTIONS, data: dataDir, port: 0, assemblies, quotas: TEST_QUOTAS }),
);
close = cloud.close;
process.send?.({ endpoint: cloud.endpoint });

function dieAtMerge(moment: MergeMoment): void {
  const { runAndReadAll, run } = DuckDBConnection.prototype;
  const merging = new WeakSet<DuckDBConnection>();
  DuckDBConnection.prototype.runAndReadAll = function (sql, ...rest) {
    if (sql.startsWith('MERGE INTO')) merging.add(this);
    return runAndReadAll.call(this, sql, ...rest);
  };
  DuckDBConnection.prototype.run = async function (sql, ...rest) {
    const isEnd = sql === 'COMMIT' && merging.has(this);
    if (isEnd && moment === 'uncommitted') process.kill(process.pid, 'SIGKILL');
    const result = await run.call(this, sql, ...rest);
    if (isEnd) process.kill(process.pid, 'SIGKILL');
    return result;
  };
}
