import type { MonitorResult, StoredMonitor } from '../../contracts/monitor.ts';
import { readTraces, tracesByTime } from '../traces/list-traces.ts';
import type { TraceDeps } from '../traces/trace-deps.ts';
import { evaluateThread, evaluateTrace } from './evaluate.ts';

export interface MonitorTest {
  readonly evaluated: number;
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
  /** Left out by the filter, or without a thread at thread level. */
  readonly skipped: number;
  readonly results: MonitorResult[];
}

/** Runs a monitor on the newest traces, or threads, and writes nothing down. */
export async function testMonitor(stored: StoredMonitor, last: number, deps: TraceDeps): Promise<MonitorTest> {
  const results: MonitorResult[] = [];
  let skipped = 0;
  const count = (result: MonitorResult | undefined) => (result ? results.push(result) : skipped++);
  const threads = new Set<string>();
  pages: for await (const page of tracesByTime(stored.tenant, {}, deps)) {
    if (stored.monitor.level === 'trace') {
      const wanted = page.slice(0, last - results.length - skipped);
      for (const trace of await readTraces(wanted, deps)) count(await evaluateTrace(stored, trace, deps));
      if (results.length + skipped >= last) break;
      continue;
    }
    for (const { thread_id } of page) {
      if (thread_id === undefined) skipped++;
      else if (!threads.has(thread_id)) {
        threads.add(thread_id);
        count(await evaluateThread(stored, thread_id, deps));
      }
      if (threads.size >= last) break pages;
    }
  }
  return { ...figuresOf(results), skipped, results };
}

const figuresOf = (results: readonly MonitorResult[]) => ({
  evaluated: results.length,
  passed: results.filter(({ passed }) => passed === true).length,
  failed: results.filter(({ passed }) => passed === false).length,
  errors: results.filter(({ passed }) => passed === null).length,
});
