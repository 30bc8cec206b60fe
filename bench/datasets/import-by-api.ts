/**
 * A file so large that its import outlasts the time of a request, through the HTTP API of a local cloud: when the request is
 * answered, when the dataset is there, and the memory of the cloud with its functions.
 *
 *   npx tsx bench/datasets/import-by-api.ts [ROWS]      default: 4000000
 */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dataset } from '../../contracts/api/datasets.ts';
import { ApiClient } from '../../test/support/api-client.ts';
import { synthesizeAssemblies } from '../../test/support/synthesize-assemblies.ts';
import { startCloudProcess } from '../evaluation/start-cloud.ts';
import { sendFile } from './send-file.ts';
import { writeRows } from './write-rows.ts';

const rows = Number(process.argv[2] ?? 4_000_000);
const folder = await mkdtemp(join(tmpdir(), 'rollcall-bench-import-'));
const { assemblies, remove } = await synthesizeAssemblies();
const file = join(folder, 'tickets.csv');
await writeRows(file, rows);
const { rollcall, cpuMs } = await startCloudProcess(folder, assemblies);
const api = await ApiClient.create(rollcall);
const cpuBefore = await cpuMs();
const { dataset, ...seconds } = await sendFile(api, file);
const cpuSeconds = ((await cpuMs()) - cpuBefore) / 1000;
const megabytes = Math.round((await stat(file)).size / 1e6);
const known = await api.data<Dataset>('GET', `datasets/${dataset.datasetId}`);
console.log({ rows: known.rows, megabytes, seconds, cpuSeconds: Math.round(cpuSeconds) });
await rollcall.close();
await remove();
await rm(folder, { recursive: true, force: true });
