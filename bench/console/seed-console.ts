import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import type { Run } from '../../contracts/api/runs.ts';
import { startEndpoint } from '../../examples/quickstart/endpoint.ts';
import type { ApiClient } from '../../test/support/api-client.ts';
import { labelOf } from './sample-endpoint.ts';
import { seedThreads } from './seed-threads.ts';

const NAME_OF_200 = `Tickets ${'of a very long name '.repeat(10)}`.slice(0, 200).trim();
const HARD = [
  'long: tell me everything 📚',
  'مرحبا، أين طلبي؟ لقد دفعت ثمنه قبل أسبوعين ولم يصل بعد.',
  '👩‍👩‍👧‍👦 🇺🇳 family and flags, and a wordwithoutanybreakthatgoesonandon'.padEnd(400, 'andon'),
  '<script>alert("x")</script> & <b>bold</b>',
  '',
];

type Row = Record<string, unknown>;
const ticket = (n: number): Row => ({
  text: `Ticket ${n}: ${['I was charged twice for my order', 'The app crashes on start', 'My password is refused', 'When do you open?'][n % 4]}.`,
  n,
  expected: labelOf(n),
  team: n % 2 ? 'red' : 'blue',
});

/** The quickstart's tickets, as README shows them. */
const exampleTickets = (): Row[] =>
  parse(readFileSync(join(import.meta.dirname, '..', '..', 'examples', 'quickstart', 'tickets.csv')), {
    columns: true,
  });

/** What the pictures show: runs small and large, good and bad, two to compare, trials, an experiment, several models at once, a target, a job, conversations and a monitor. */
export async function seedConsole(api: ApiClient, endpoint: string, rows: number): Promise<Record<string, string>> {
  const dataset = async (name: string, some: readonly Row[], fields = ['text', 'n']): Promise<string> => {
    let found = await api.data<{ importId: string; status: string; dataset?: { datasetId: string } }>(
      'POST',
      'datasets',
      { name, rows: some, fields },
    );
    while (found.status === 'running') {
      await sleep(200);
      found = await api.data('GET', `imports/${found.importId}`);
    }
    return found.dataset?.datasetId ?? '';
  };
  const start = async (datasetId: string, path: string, more: Row = {}, input: Row = {}): Promise<string> => {
    const config = {
      endpoint: { url: `${endpoint}${path}`, allowPrivateAddresses: true },
      executor: { maxConcurrency: 10 },
      ...more,
    };
    const { evaluationId } = await api.data<{ evaluationId: string }>('POST', 'runs', { datasetId, config, ...input });
    return evaluationId;
  };
  const ended = async (id: string): Promise<string> => {
    while (!(await api.data<Run>('GET', `runs/${id}`)).finishedAt) await sleep(200);
    return id;
  };
  const run = async (...args: Parameters<typeof start>) => ended(await start(...args));
  const tickets = await dataset(
    'Tickets',
    Array.from({ length: 20 }, (_, n) => (n === 13 ? { ...ticket(n), text: '' } : ticket(n))),
  );
  const sorter = await startEndpoint();
  const example = await run(
    await dataset('Support tickets', exampleTickets(), ['subject', 'body']),
    '',
    {
      endpoint: { url: sorter.url, allowPrivateAddresses: true },
      evaluators: ['exact', 'similarity'],
      targetName: 'sorter',
    },
    { evaluationId: 'tickets-endpoint' },
  );
  await sorter.close();
  const evaluators = ['exact', { type: 'similarity', passAt: 0.5 }];
  const yesterday = await run(tickets, '/', { targetName: 'ticket-sorter', evaluators }, { name: 'Prompt v5' });
  const today = await run(tickets, '/v2', { targetName: 'ticket-sorter', evaluators }, { name: 'Prompt v7' });
  const trials = await run(tickets, '/flaky', { executor: { maxConcurrency: 10, repeats: 3 } });
  for (const [name, path] of [
    ['v1', '/'],
    ['v2', '/v2'],
    ['noisy', '/flaky'],
  ] as const) {
    await run(tickets, path, { evaluators: ['exact', 'similarity'] }, { experimentId: 'sorters', targetName: name });
  }
  const models = await run(tickets, '/models', {
    endpointOutputMapping: '{ "variants": body.models }',
    evaluators: ['exact'],
    targetName: 'two models',
  });
  const one = await run(await dataset('One row', [ticket(0)]), '/');
  const failed = await run(tickets, '/broken', { executor: { maxConcurrency: 20 } });
  const hard = await run(
    await dataset(
      NAME_OF_200,
      HARD.map((text, n) => ({ text, n, expected: labelOf(n) })),
    ),
    '/',
    { targetName: NAME_OF_200 },
  );
  const big = await run(
    await dataset(
      'Many tickets',
      Array.from({ length: rows }, (_, n) => ticket(n)),
    ),
    '/quick',
    { executor: { maxConcurrency: 100 } },
  );
  const going = await start(
    await dataset(
      'Slow tickets',
      Array.from({ length: 3000 }, (_, n) => ticket(n)),
    ),
    '/slow',
    { executor: { maxConcurrency: 2 } },
  );
  await api.data('PUT', 'targets/helpdesk/sort_ticket', {
    description: 'Sorts a ticket into its queue',
    inputSchema: {
      type: 'object',
      properties: { text: { type: 'string' }, n: { type: 'integer' } },
      required: ['text'],
    },
    executionMode: 'endpoint',
    endpoint: { url: `${endpoint}/`, allowPrivateAddresses: true },
    batchEnabled: true,
  });
  const items = Array.from({ length: 12 }, (_, n) => ({ input: { text: n === 5 ? '' : `Ticket ${n}`, n } }));
  const { jobId } = await api.data<{ jobId: string }>('POST', 'batch', {
    integrationSlug: 'helpdesk',
    actionSlug: 'sort_ticket',
    items,
  });
  await ended(jobId);
  await seedThreads(api);
  return { tickets, example, yesterday, today, trials, models, one, failed, hard, big, going, jobId };
}
