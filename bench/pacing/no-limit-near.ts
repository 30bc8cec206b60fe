/**
 * What pacing costs where no limit is near: whole runs on a local cloud in a process of its own, against an API that tells of
 * a limit nobody comes near, in turn without looking at its headers and with. The order changes from round to round, so that
 * neither way has the warmer cloud; medians of all rounds are compared. Processor time and writes to the table of rate keys
 * are counted beside the rows a second, which on a busy machine say little.
 *
 *   npx tsx bench/pacing/no-limit-near.ts [--rows 4000] [--rounds 5] [--concurrency 50]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { DEFAULT_TENANT } from '../../contracts/tenant.ts';
import { startLimitedApi } from '../../examples/limited-api/limited-api.ts';
import { synthesizeAssemblies } from '../../test/support/synthesize-assemblies.ts';
import { startCloudProcess } from '../evaluation/start-cloud.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '4000' },
    rounds: { type: 'string', default: '5' },
    concurrency: { type: 'string', default: '50' },
  },
});
const rows = Number(values.rows);

const folder = await mkdtemp(join(tmpdir(), 'rollcall-bench-pacing-'));
const { assemblies, remove } = await synthesizeAssemblies();
const { rollcall, cpuMs } = await startCloudProcess(folder, assemblies);
const api = await startLimitedApi({ limit: 1e6, windowMs: 60_000 });

const { TableNames = [] } = await rollcall.documents.send(new ListTablesCommand({}));
const TableName = TableNames.find((name) => name.includes('RateLimits'));
/** Each write of the rate key counts up its version. */
async function writes(): Promise<number> {
  const Key = { rate_key: `${new URL(api.url).origin} tenant ${DEFAULT_TENANT}` };
  const { Item } = await rollcall.documents.send(new GetCommand({ TableName, Key }));
  return Number(Item?.version ?? 0);
}

interface Measured {
  readonly rowsPerSecond: number;
  readonly cpuMsPerRow: number;
  readonly writesPerSecond: number;
}

let runs = 0;
async function measured(rateLimit: object): Promise<Measured> {
  const [before, cpu, first] = [await writes(), await cpuMs(), api.arrivals.length];
  const config = {
    endpoint: { url: `${api.url}/items`, allowPrivateAddresses: true },
    executor: { maxConcurrency: Number(values.concurrency) },
    rateLimit,
  };
  const { succeeded } = await rollcall.run(`run-${++runs}`, { datasetId: 'items', config });
  if (succeeded !== rows) throw new Error(`${succeeded} of ${rows} rows succeeded.`);
  const seconds = ((api.arrivals.at(-1) ?? 0) - (api.arrivals[first] ?? 0)) / 1_000;
  return {
    rowsPerSecond: rows / seconds,
    cpuMsPerRow: ((await cpuMs()) - cpu) / rows,
    writesPerSecond: ((await writes()) - before) / seconds,
  };
}

const median = (of: readonly Measured[], figure: keyof Measured): number => {
  const sorted = of.map((one) => one[figure]).sort((a, b) => a - b);
  return Math.round((sorted[Math.floor(sorted.length / 2)] ?? 0) * 100) / 100;
};
const medians = (name: string, of: readonly Measured[]) => ({
  name,
  'rows/s': median(of, 'rowsPerSecond'),
  'ms of processor a row': median(of, 'cpuMsPerRow'),
  'writes/s to the rate key': median(of, 'writesPerSecond'),
});

try {
  await rollcall.insertDataset(
    'items',
    Array.from({ length: rows }, (_, n) => ({ id: `i-${n}` })),
  );
  const free: Measured[] = [];
  const paced: Measured[] = [];
  const ways = [
    async () => free.push(await measured({ useHeaders: false })),
    async () => paced.push(await measured({})),
  ];
  for (const way of ways) await way();
  free.length = paced.length = 0;
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const way of round % 2 ? [...ways].reverse() : ways) await way();
    console.log(medians('without headers', free.slice(-1)), medians('paced', paced.slice(-1)));
  }
  console.table([medians('without headers', free), medians('paced, no limit near', paced)]);
  const shares = paced.map((one, round) => one.rowsPerSecond / (free[round]?.rowsPerSecond ?? 1)).sort((a, b) => a - b);
  console.log(`Share of the rows a second, round by round: ${shares.map((share) => share.toFixed(2)).join(' ')}`);
} finally {
  await api.close();
  await rollcall.close();
  await remove();
  await rm(folder, { recursive: true, force: true });
}
