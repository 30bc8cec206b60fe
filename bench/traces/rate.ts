/**
 * Sends traces at a rate for a while and tells whether the local cloud holds it: all are stored and evaluated, and how far
 * behind the last evaluation is: `npx tsx bench/traces/rate.ts [traces a minute = 1000] [seconds = 60]`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClients } from '../../client/connect/clients.ts';
import { listResults } from '../../client/monitors/monitor-results.ts';
import { putMonitor } from '../../client/monitors/monitor-store.ts';
import { connectTraces, type Tracing } from '../../client/traces/connect-traces.ts';
import { ApiClient } from '../../test/support/api-client.ts';
import { RollcallCloud } from '../../test/support/rollcall-cloud.ts';

const [perMinute = 1000, duration = 60] = process.argv.slice(2).map(Number);
const AT_ONCE = 10;
const LONGEST_MS = 120_000;

const folder = await mkdtemp(join(tmpdir(), 'rollcall-rate-'));
execFileSync(process.execPath, ['--import', 'tsx', 'bin/app.ts'], {
  env: {
    ...process.env,
    CDK_OUTDIR: join(folder, 'product'),
    CDK_CONTEXT_JSON: JSON.stringify({ api: 'true', checks: 'false' }),
  },
});
const cloud = await RollcallCloud.start([join(folder, 'product')]);

async function countResults(tracing: Tracing): Promise<number> {
  let results = 0;
  let after: string | undefined;
  do {
    const page = await listResults('default', 'rate', { limit: 1000, after }, tracing);
    results += page.results.length;
    after = page.next;
  } while (after);
  return results;
}

try {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const clients = createClients({ endpoint: cloud.cloud.endpoint, region: 'us-east-1', credentials });
  const names = { DataBucketName: cloud.output('DataBucketName'), StageName: 'main' };
  const tracing = await connectTraces(cloud.cloudformation, clients, names);
  const api = await ApiClient.create(cloud);
  const evaluators = [{ type: 'contains', value: 'sorry', negate: true }];
  await putMonitor('default', { name: 'rate', evaluators }, tracing);
  // Functions start for the first time before the clock does.
  await api.data('POST', 'traces', { trace_id: 'first', started_at: new Date().toISOString(), output: 'gladly' });
  while ((await countResults(tracing)) === 0) await sleep(100);
  const total = Math.round((perMinute * duration) / 60);
  const began = Date.now();
  let latest = 0;
  for (let sent = 0; sent < total; sent += AT_ONCE) {
    const traces = Array.from({ length: Math.min(AT_ONCE, total - sent) }, (_, at) => ({
      trace_id: `trace-${sent + at}`,
      thread_id: `thread-${(sent + at) % 100}`,
      started_at: new Date().toISOString(),
      input: `question ${sent + at}`,
      output: 'gladly '.repeat(50),
    }));
    const due = began + (sent / perMinute) * 60_000;
    if (Date.now() < due) await sleep(due - Date.now());
    latest = Math.max(latest, Date.now() - due);
    await api.data('POST', 'traces', { traces });
  }
  const last = Date.now();
  let evaluated = 0;
  while (evaluated < total && Date.now() - last < LONGEST_MS) {
    await sleep(100);
    evaluated = (await countResults(tracing)) - 1;
  }
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  const rate = Math.round((total * 60_000) / (last - began));
  console.log(
    `${total} traces sent in ${seconds(last - began)} s (${rate} a minute, at most ${seconds(latest)} s late).`,
  );
  console.log(`${evaluated} evaluated, the last one ${seconds(Date.now() - last)} s after the last trace.`);
  process.exitCode = evaluated === total && latest < 5_000 ? 0 : 1;
} finally {
  await cloud.close();
  await rm(folder, { recursive: true, force: true });
}
