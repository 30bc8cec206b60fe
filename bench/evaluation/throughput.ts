/**
 * How many rows a second a whole run makes on the local cloud, against a bare loop that calls the same endpoint for
 * the same rows and writes the answers to a file. Endpoint on loopback, no delay.
 *
 *   npx tsx bench/evaluation/throughput.ts [rows] [concurrency]      default: 1000 20
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countingEndpoint } from '../../test/support/counting-endpoint.ts';
import { RollcallCloud } from '../../test/support/rollcall-cloud.ts';
import { synthesizeAssemblies } from '../../test/support/synthesize-assemblies.ts';

const rows = Number(process.argv[2] ?? 1000);
const concurrency = Number(process.argv[3] ?? 20);

const inputs = Array.from({ length: rows }, (_, n) => ({ n, text: `Ticket number ${n}` }));
const endpoint = await countingEndpoint(() => ({}));

async function bareLoop(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-bare-'));
  const started = performance.now();
  const lines: string[] = [];
  const queue = [...inputs];
  const worker = async () => {
    for (let input = queue.shift(); input; input = queue.shift()) {
      const response = await fetch(endpoint.url, { method: 'POST', body: JSON.stringify(input) });
      lines.push(JSON.stringify({ ...input, answer: await response.json() }));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  await writeFile(join(folder, 'answers.jsonl'), lines.join('\n'));
  const seconds = (performance.now() - started) / 1000;
  await rm(folder, { recursive: true });
  return seconds;
}

const { assemblies, remove } = await synthesizeAssemblies();
const rollcall = await RollcallCloud.start(assemblies);
try {
  await rollcall.insertDataset('rows', inputs);
  const config = {
    endpoint: { url: endpoint.url, allowPrivateAddresses: true },
    executor: { maxConcurrency: concurrency },
  };
  await rollcall.run('warm-up', { datasetId: 'rows', config, limit: 50 });
  const bare = await bareLoop();
  const started = performance.now();
  await rollcall.run('measured', { datasetId: 'rows', config });
  const whole = (performance.now() - started) / 1000;
  console.table([
    { what: 'bare loop', rows, seconds: bare.toFixed(2), rowsPerSecond: Math.round(rows / bare) },
    { what: 'whole run', rows, seconds: whole.toFixed(2), rowsPerSecond: Math.round(rows / whole) },
  ]);
  console.log(`The bare loop is ${(whole / bare).toFixed(1)} times as fast.`);
} finally {
  await endpoint.close();
  await rollcall.close();
  await remove();
}
