import { PurgeQueueCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Tracing } from '../../../client/traces/connect-traces.ts';
import { conversations } from '../../../client/traces/conversations.ts';
import { listThreads, readTraces, tracesByTime } from '../../../client/traces/list-traces.ts';
import { findHead, putTraces } from '../../../client/traces/put-traces.ts';
import { findTrace, readThread, threadPage } from '../../../client/traces/read-thread.ts';
import { receiveTraces } from '../../../client/traces/receive-traces.ts';
import { traceItem } from '../../../client/traces/trace-item.ts';
import type { Trace } from '../../../contracts/trace.ts';
import { traceKey } from '../../../core/threads/trace-keys.ts';
import { startTraceTables } from '../../support/trace-tables.ts';

let tracing: Tracing;
beforeAll(async () => {
  tracing = await startTraceTables();
});

const START = Date.parse('2026-03-01T10:00:00Z');
const turn = (thread_id: string | undefined, number: number, more: Partial<Trace> = {}): Trace => ({
  trace_id: `${thread_id ?? 'alone'}-${number}`,
  thread_id,
  started_at: new Date(START + number * 1000).toISOString(),
  input: `question ${number}`,
  output: `answer ${number}`,
  ...more,
});
const turnsOf = async (tenant: string, threadId: string, maxTurns = 1000) =>
  readThread(tenant, threadId, { maxTurns, keep: ({ trace_id }) => trace_id }, tracing);
async function all<T>(given: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of given) found.push(one);
  return found;
}

describe('traces', () => {
  it('that come late and in any order are turns of their thread in the order they began', async () => {
    await putTraces('default', [turn('late', 3), turn('late', 1)], tracing);
    await putTraces('default', [turn('late', 2)], tracing);
    expect(await turnsOf('default', 'late')).toEqual({ turns: ['late-1', 'late-2', 'late-3'], truncated: false });
    expect(await findHead('default', 'late', tracing)).toMatchObject({ turns: 3, seq: 2, opening: 'question 1' });
  });

  it('that are sent again are the same traces', async () => {
    const [first] = await putTraces('default', [turn('again', 1)], tracing);
    const [second] = await putTraces('default', [turn('again', 1)], tracing);
    expect([first?.isNew, second?.isNew]).toEqual([true, false]);
    expect(second).toMatchObject({ seq: 1, threadId: 'again' });
    expect((await turnsOf('default', 'again')).turns).toEqual(['again-1']);
  });

  it('that are sent again with other words, another time or another thread are what was sent last', async () => {
    await putTraces('default', [turn('moved', 1), turn('moved', 2)], tracing);
    await putTraces('default', [turn('moved', 1, { output: 'corrected' })], tracing);
    await putTraces('default', [turn('moved', 2, { started_at: '2026-02-01T00:00:00Z' })], tracing);
    expect((await turnsOf('default', 'moved')).turns).toEqual(['moved-2', 'moved-1']);
    expect(await findTrace('default', 'moved-1', tracing)).toMatchObject({ output: 'corrected' });
    await putTraces('default', [turn('moved', 1, { thread_id: 'elsewhere' })], tracing);
    expect((await turnsOf('default', 'moved')).turns).toEqual(['moved-2']);
    expect((await turnsOf('default', 'elsewhere')).turns).toEqual(['moved-1']);
    expect(await findHead('default', 'moved', tracing)).toMatchObject({ turns: 1, seq: 4 });
  });

  it('of one thread that many send at the same moment are all there', async () => {
    const senders = Array.from({ length: 12 }, (_, number) => putTraces('default', [turn('crowd', number)], tracing));
    await Promise.all(senders);
    expect((await turnsOf('default', 'crowd')).turns).toHaveLength(12);
    expect(await findHead('default', 'crowd', tracing)).toMatchObject({ turns: 12, seq: 12 });
  });

  it('begin a thread with what its first turn asks, also when that comes last, is corrected or is long', async () => {
    const openingOf = async () => (await findHead('default', 'opened', tracing))?.opening;
    await putTraces('default', [turn('opened', 2)], tracing);
    await putTraces('default', [turn('opened', 3)], tracing);
    expect(await openingOf()).toBe('question 2');
    await putTraces('default', [turn('opened', 1, { input: { subject: 'Where?', body: 'My order.' } })], tracing);
    expect(await openingOf()).toBe('Where? · My order.');
    await putTraces('default', [turn('opened', 1, { input: '🙂'.repeat(300) })], tracing);
    expect(await openingOf()).toBe('🙂'.repeat(100));
  });

  it('of a tenant are nobody else’s', async () => {
    await putTraces('acme', [turn('secret', 1)], tracing);
    expect((await turnsOf('default', 'secret')).turns).toEqual([]);
    expect(await findTrace('default', 'secret-1', tracing)).toBeUndefined();
    const { threads } = await listThreads('acme', { limit: 10 }, tracing);
    expect(threads).toMatchObject([{ thread_id: 'secret', opening: 'question 1' }]);
  });

  it('with large texts come back whole', async () => {
    const large = 'ä'.repeat(300_000);
    await putTraces('default', [turn('large', 1, { output: large }), turn('large', 2)], tracing);
    expect((await findTrace('default', 'large-1', tracing))?.output).toBe(large);
    const page = await threadPage('default', 'large', { limit: 10 }, tracing);
    expect(page.traces.map(({ output }) => String(output).length)).toEqual([300_000, 8]);
  });

  it('are found by time, newest first, with and without a thread', async () => {
    await putTraces('timed', [turn('t', 0), turn(undefined, 5), turn('t', 90_000), turn('t', 200_000)], tracing);
    const range = { from: '2026-03-01T10:00:01Z', to: '2026-03-02T12:00:00Z' };
    const refs = (await all(tracesByTime('timed', range, tracing))).flat();
    expect(refs.map(({ trace_id }) => trace_id)).toEqual(['t-90000', 'alone-5']);
    expect((await readTraces(refs, tracing)).map(({ input }) => input)).toEqual(['question 90000', 'question 5']);
  });

  it('are told to the monitors, again too, without a word of what they say', async () => {
    await tracing.sqs.send(new PurgeQueueCommand({ QueueUrl: tracing.monitorQueueUrl }));
    const traces = [turn('told', 1, { input: 'private' })];
    expect(await receiveTraces('default', traces, tracing)).toEqual({ received: 1, unchanged: 0 });
    expect(await receiveTraces('default', traces, tracing)).toEqual({ received: 1, unchanged: 1 });
    const receive = { QueueUrl: tracing.monitorQueueUrl, MaxNumberOfMessages: 10 };
    const { Messages = [] } = await tracing.sqs.send(new ReceiveMessageCommand(receive));
    const bodies = Messages.map(({ Body = '' }) => Body);
    expect(bodies.map((body) => JSON.parse(body))).toMatchObject([
      { kind: 'trace', tenant: 'default', threadId: 'told', seq: 1 },
      { kind: 'trace', tenant: 'default', threadId: 'told', seq: 1 },
    ]);
    expect(bodies.join()).not.toContain('private');
  });
});

describe('a long thread', () => {
  const TURNS = 10_000;
  beforeAll(async () => {
    const turns = Array.from({ length: TURNS }, (_, number) => turn('long', number, { input: 'x'.repeat(200) }));
    // Past the transactions that keep a head: only the turns are looked at here.
    for (let first = 0; first < TURNS; first += 25) {
      const items = turns.slice(first, first + 25).map(async (trace) => {
        const content = { tenant: 'default', trace, body: JSON.stringify(trace), hash: '' };
        return { PutRequest: { Item: await traceItem(content, traceKey('default', trace), 2 ** 40, tracing) } };
      });
      await tracing.documents.send(new BatchWriteCommand({ RequestItems: { traces: await Promise.all(items) } }));
    }
  }, 60_000);

  it('comes complete, whatever its number of pages', async () => {
    const { turns, truncated } = await turnsOf('default', 'long', TURNS);
    expect(truncated).toBe(false);
    expect(turns).toEqual(Array.from({ length: TURNS }, (_, number) => `long-${number}`));
  });

  it('is walked page by page in order', async () => {
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await threadPage('default', 'long', { limit: 3000, after }, tracing);
      seen.push(...page.traces.map(({ trace_id }) => trace_id));
      after = page.next;
    } while (after);
    expect(seen).toHaveLength(TURNS);
    expect(new Set(seen).size).toBe(TURNS);
  });

  it('is a row of a dataset as far as a row holds it', async () => {
    const rows = await all(conversations('default', { threads: ['long', 'late', 'nobody'] }, tracing));
    expect(rows.map(({ thread_id }) => thread_id)).toEqual(['long', 'late']);
    expect(Buffer.byteLength(JSON.stringify(rows[0]))).toBeLessThan(200 * 1024);
    expect(rows[0]?.messages.at(-1)).toMatchObject({ trace_id: 'long-9999' });
    expect(rows[1]?.messages[0]).toEqual({
      trace_id: 'late-1',
      timestamp: '2026-03-01T10:00:01.000Z',
      input: 'question 1',
      output: 'answer 1',
    });
  });

  it('is taken or left by a filter', async () => {
    const filter = 'turns > 100';
    const rows = await all(conversations('default', { threads: ['long', 'late'], filter }, tracing));
    expect(rows.map(({ thread_id }) => thread_id)).toEqual(['long']);
  });
});
