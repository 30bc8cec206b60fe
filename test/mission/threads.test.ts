import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, vi } from 'vitest';
import { putMonitor } from '../../client/monitors/monitor-store.ts';
import { readThread } from '../../client/traces/read-thread.ts';
import { traceItem } from '../../client/traces/trace-item.ts';
import { traceKey } from '../../core/threads/trace-keys.ts';
import { LONG, POLITE, startMonitors, turnOf } from '../support/monitors.ts';

const { tracing, told, workOff, send, resultsOf } = await startMonitors();

/** Seed 002, monitors of traces and threads. */
describe('A monitor', () => {
  it('of traces reads the thread once when a mapping asks for it, and not at all otherwise', async () => {
    const read = vi.spyOn(tracing.documents, 'send');
    const queries = () => read.mock.calls.filter(([command]) => command.constructor.name === 'QueryCommand').length;
    const mapping = {
      mapping: { messages: { type: 'thread', source: 'traces' }, question: { source: 'input' } },
    };
    await putMonitor('d', { name: 'alone', ...POLITE }, tracing);
    const { monitor } = await putMonitor('d', { name: 'mixed', ...LONG, mapping }, tracing);
    expect(monitor.mapping.expansions).toEqual([]);
    await send('d', turnOf('d', 't', 1, 'a'), turnOf('d', 't', 2, 'b'));
    const before = queries();
    await workOff();
    // Two messages list the monitors, and one of the monitors reads the thread.
    expect(queries() - before).toBe(2 + 2);
    read.mockRestore();
    expect(await resultsOf('d', 'mixed')).toMatchObject([
      { turns: 2, passed: true },
      { turns: 2, passed: true },
    ]);
  });

  it('of threads skips and counts traces without a thread, and says when it saw only the newest turns', async () => {
    await putMonitor('g', { name: 'short', level: 'thread', settleSeconds: 0, maxTurns: 2, ...LONG }, tracing);
    await send('g', turnOf('g', undefined, 1, 'a'), ...[2, 3, 4].map((at) => turnOf('g', 't', at, 'b')));
    await workOff();
    expect(told.withoutThread).toBe(1);
    expect(await resultsOf('g', 'short')).toMatchObject([{ turns: 2, truncated: true }]);
  });
});

describe('A thread of 1,001 turns', () => {
  const TURNS = 1_001;
  /** So long that the table gives them in several pages. */
  const input = 'x'.repeat(2_000);
  const read = (maxTurns: number) => readThread('z', 'long', { maxTurns, keep: ({ trace_id }) => trace_id }, tracing);

  it('is read whole, or cut to its newest turns with a note', async () => {
    const turns = Array.from({ length: TURNS }, (_, number) => ({ ...turnOf('z', 'long', number, ''), input }));
    for (let first = 0; first < TURNS; first += 25) {
      const items = turns.slice(first, first + 25).map(async (trace) => {
        const content = { tenant: 'z', trace, body: JSON.stringify(trace), hash: '' };
        return { PutRequest: { Item: await traceItem(content, traceKey('z', trace), 2 ** 40, tracing) } };
      });
      await tracing.documents.send(new BatchWriteCommand({ RequestItems: { traces: await Promise.all(items) } }));
    }
    const ids = turns.map(({ trace_id }) => trace_id);
    expect(await read(TURNS)).toMatchObject({ turns: ids, truncated: false });
    expect(await read(1_000)).toMatchObject({ turns: ids.slice(1), truncated: true });
  });
});
