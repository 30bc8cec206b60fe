/**
 * A million rows: our import, through S3 and Athena of the local cloud, beside DuckDB's own read_csv, in turns within
 * one run. `npx tsx bench/datasets/import.ts [rows] [rounds]`
 */
import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeRows } from './write-rows.ts';

const [rows = 1_000_000, rounds = 3] = process.argv.slice(2).map(Number);

interface Measured {
  readonly milliseconds: number;
  readonly cpuMilliseconds: number;
  readonly cloudCpuMilliseconds?: number;
  readonly readMilliseconds?: number;
  readonly peakMegabytes?: number;
}

const script = (name: string): string => join(import.meta.dirname, name);
const median = (values: number[]): number => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

/** Each measurement has a process of its own. */
async function measure(name: string, ...given: string[]): Promise<Measured> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', script(name), ...given]);
  return JSON.parse(stdout) as Measured;
}

/** CPU time the cloud has used so far. */
async function cloudCpu(child: ChildProcess): Promise<number> {
  child.send('cpu');
  return ((await once(child, 'message')) as [number])[0];
}

/** An import's CPU time is its own and the cloud's. */
async function measureImport(...given: string[]): Promise<Measured> {
  const before = await cloudCpu(cloud.process);
  const measured = await measure('import-once.ts', cloud.endpoint, ...given);
  return { ...measured, cloudCpuMilliseconds: (await cloudCpu(cloud.process)) - before };
}

async function startCloud(folder: string): Promise<{ process: ChildProcess; endpoint: string }> {
  const child = fork(script('storage-cloud.ts'), [folder], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  if (!child.stdout) throw new Error('the cloud says nothing');
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { process: child, endpoint: line.toString().trim() };
}

const folder = await mkdtemp(join(tmpdir(), 'rollcall-bench-'));
const cloud = await startCloud(folder);
try {
  const path = join(folder, 'tickets.csv');
  await writeRows(path, rows);
  const megabytes = (await stat(path)).size / 1e6;
  console.log(`${rows} rows, ${megabytes.toFixed(0)} MB of CSV, ${rounds} rounds, median\n`);

  const measured: Record<string, Measured[]> = {};
  for (let round = 0; round < rounds; round++) {
    const add = (name: string, result: Measured) => {
      measured[name] = [...(measured[name] ?? []), result];
    };
    add('read_csv, table in memory', await measure('read-csv-once.ts', ':memory:', path));
    add('read_csv, table in a file', await measure('read-csv-once.ts', join(folder, `${round}.duckdb`), path));
    add('import, ids from a column', await measureImport(path, 'id'));
    add('import, ids hashed', await measureImport(path));
  }
  const speed = (name: string) => rows / (median((measured[name] ?? []).map((one) => one.milliseconds)) / 1000);
  const whole = (value: number) => Math.round(value).toLocaleString('en');
  for (const [name, results] of Object.entries(measured)) {
    const of = (pick: (one: Measured) => number | undefined) => median(results.map((one) => pick(one) ?? 0));
    const parts = [
      name.padEnd(28),
      `${whole(of((one) => one.milliseconds))} ms`.padStart(10),
      `${whole(speed(name))} rows/s`.padStart(18),
      `${whole(of((one) => one.cpuMilliseconds))} ms of CPU`.padStart(20),
    ];
    if (name.startsWith('import')) {
      parts.push(`+ ${whole(of((one) => one.cloudCpuMilliseconds))} ms in the cloud`.padStart(26));
      parts.push(`rows in S3 after ${whole(of((one) => one.readMilliseconds))} ms`.padStart(32));
      parts.push(`${whole(of((one) => one.peakMegabytes))} MB at most`.padStart(20));
    }
    console.log(parts.join(''));
  }
  for (const table of ['in a file', 'in memory']) {
    const share = speed('import, ids from a column') / speed(`read_csv, table ${table}`);
    console.log(`\nOf DuckDB's speed into a table ${table}: ${(share * 100).toFixed(0)} %`);
  }
} finally {
  cloud.process.disconnect();
  await once(cloud.process, 'exit');
  await rm(folder, { recursive: true, force: true });
}
