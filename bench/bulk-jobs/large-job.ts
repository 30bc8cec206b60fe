/**
 * What a large bulk job takes: a whole run on a local cloud in a process of its own, whose rows go as one job to an API with
 * results of hundreds of megabytes. Told by the reports of its functions: how long a look takes while the job runs, how long
 * the submission and the collection, and the memory they need; and by its history: transitions a look.
 *
 *   npx tsx bench/bulk-jobs/large-job.ts [--rows 50000] [--answer-bytes 6000] [--seconds 30]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CloudWatchLogsClient, paginateFilterLogEvents } from '@aws-sdk/client-cloudwatch-logs';
import { pollAfter } from '../../core/bulk-jobs/poll-after.ts';
import { synthesizeAssemblies } from '../../test/support/synthesize-assemblies.ts';
import { childrenOf, history, isTransition } from '../evaluation/histories.ts';
import { startCloud } from '../evaluation/start-cloud.ts';
import { startJobApi } from './job-api.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '50000' },
    'answer-bytes': { type: 'string', default: '6000' },
    seconds: { type: 'string', default: '30' },
  },
});
const rows = Number(values.rows);
const answerBytes = Number(values['answer-bytes']);
const ROWS_A_STATEMENT = 10_000;

const folder = await mkdtemp(join(tmpdir(), 'rollcall-bench-bulk-jobs-'));
const { assemblies, remove } = await synthesizeAssemblies();
const rollcall = await startCloud(folder, assemblies);
const api = await startJobApi({ takesMs: Number(values.seconds) * 1_000, answerBytes });

async function insertRows(): Promise<void> {
  const table = `"${rollcall.output('DatabaseName')}"."evaluation_datasets"`;
  for (let from = 0; from < rows; from += ROWS_A_STATEMENT) {
    const last = Math.min(rows, from + ROWS_A_STATEMENT) - 1;
    await rollcall.query(
      `INSERT INTO ${table} (dataset_id, sample_id, row_index, input) SELECT 'large', 's' || CAST(n AS varchar), n, '{"n":' || CAST(n AS varchar) || '}' FROM UNNEST(sequence(${from}, ${last})) AS t(n)`,
    );
  }
}

interface Invocation {
  readonly durationMs: number;
  readonly heapMb: number;
}

/** Milliseconds and megabytes of each invocation of the endpoint caller, in order. */
async function invocations(): Promise<Invocation[]> {
  const client = new CloudWatchLogsClient({
    endpoint: rollcall.cloud.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const logGroupName = '/aws/lambda/rollcall-endpoint-caller';
  const found: Invocation[] = [];
  for await (const { events = [] } of paginateFilterLogEvents({ client }, { logGroupName })) {
    for (const { message = '' } of events) {
      const [, ms, mb] = /^REPORT .*?Duration: ([\d.]+) ms.*Max Memory Used: (\d+) MB/s.exec(message) ?? [];
      if (ms !== undefined) found.push({ durationMs: Number(ms), heapMb: Number(mb) });
    }
  }
  return found;
}

try {
  await insertRows();
  const config = {
    endpoint: { url: `${api.url}/single`, allowPrivateAddresses: true },
    bulkConfig: {
      payloadTransform: 'ndjson',
      maxItemsPerCall: 50_000,
      timeoutSeconds: 600,
      responseMapping: { itemIdField: 'id', outputField: 'answer' },
      job: {
        item: { idField: 'id', inputField: 'input' },
        submit: [{ url: '/jobs', save: { id: 'body.id' } }],
        status: { url: '/jobs/{id}', done: 'body.state = "done"' },
        results: [{ url: '/jobs/{id}/results', format: 'ndjson' }],
        pollSeconds: 1,
      },
    },
  };
  const arn = await rollcall.start('large', { datasetId: 'large', config });
  const { status } = await rollcall.end(arn);
  const { succeeded } = await rollcall.record('large');
  if (status !== 'SUCCEEDED' || succeeded !== rows)
    throw new Error(`${status}, ${succeeded} of ${rows} rows succeeded.`);

  const [submission, ...rest] = await invocations();
  const looks = rest.slice(0, -1).map(({ durationMs }) => durationMs);
  const collection = rest.at(-1);
  const children = await childrenOf(rollcall, arn);
  const events = (await Promise.all(children.map((one) => history(rollcall, one)))).flat();
  const transitionsALook = events.filter(isTransition).length / (looks.length + 2);
  let looksADay = 0;
  for (let age = 0; age < 86_400; looksADay++) age += pollAfter(age, looksADay);
  looks.sort((a, b) => a - b);
  console.table({
    'megabytes of results': Math.round((rows * answerBytes) / 1e6),
    'submission, ms': submission?.durationMs,
    looks: looks.length,
    'a look, ms (median)': looks[Math.floor(looks.length / 2)],
    'a look, ms (longest)': looks.at(-1),
    'collection, ms': collection?.durationMs,
    'megabytes of heap, at most': Math.max(...rest.map(({ heapMb }) => heapMb)),
    'transitions a look': transitionsALook,
    'transitions of a job of a day': Math.ceil(looksADay * transitionsALook),
  });
} finally {
  api.close();
  await rollcall.close();
  await remove();
  await rm(folder, { recursive: true, force: true });
}
