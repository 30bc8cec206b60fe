import { setTimeout as sleep } from 'node:timers/promises';
import type { MonitorResult, StoredMonitor } from '../../contracts/monitor.ts';
import { readTraces, tracesByTime } from '../traces/list-traces.ts';
import type { TraceDeps } from '../traces/trace-deps.ts';
import { type AskDeps, ask, asksSomebody, findReplies, runReader } from './ask.ts';
import { type Evaluation, evaluationOfThread, evaluationOfTrace, scoreEvaluation } from './evaluate.ts';

export interface MonitorTest {
  readonly evaluated: number;
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
  /** Left out by the filter, or without a thread at thread level. */
  readonly skipped: number;
  readonly results: MonitorResult[];
}

const LOOK_AGAIN_MS = 500;

interface TestDeps extends TraceDeps {
  readonly asking: AskDeps;
  /** How long judges are waited for. Their answers are kept: tested again, they are there. */
  readonly waitMs: number;
}

/** Runs a monitor on the newest traces, or threads, and writes nothing down. */
export async function testMonitor(stored: StoredMonitor, last: number, deps: TestDeps): Promise<MonitorTest> {
  const { evaluations, skipped } = await newest(stored, last, deps);
  const results = asksSomebody(stored.monitor)
    ? await askedResults(stored, evaluations, deps)
    : await Promise.all(evaluations.map((evaluation) => scoreEvaluation(stored, evaluation)));
  return { ...figuresOf(results), skipped, results };
}

async function newest(stored: StoredMonitor, last: number, deps: TraceDeps) {
  const evaluations: Evaluation[] = [];
  let skipped = 0;
  const add = (evaluation: Evaluation | undefined) => (evaluation ? evaluations.push(evaluation) : skipped++);
  const threads = new Set<string>();
  pages: for await (const page of tracesByTime(stored.tenant, {}, deps)) {
    if (stored.monitor.level === 'trace') {
      const wanted = page.slice(0, last - evaluations.length - skipped);
      for (const trace of await readTraces(wanted, deps)) add(await evaluationOfTrace(stored, trace, deps));
      if (evaluations.length + skipped >= last) break;
      continue;
    }
    for (const { thread_id } of page) {
      if (thread_id === undefined) skipped++;
      else if (!threads.has(thread_id)) {
        threads.add(thread_id);
        add(await evaluationOfThread(stored, thread_id, deps));
      }
      if (threads.size >= last) break pages;
    }
  }
  return { evaluations, skipped };
}

async function askedResults(
  stored: StoredMonitor,
  evaluations: readonly Evaluation[],
  { asking, waitMs }: TestDeps,
): Promise<MonitorResult[]> {
  const { tenant, monitor } = stored;
  const until = Date.now() + waitMs;
  const about = evaluations.map(({ answer }) => ({ tenant, monitor, id: `test ${answer.sample_id}`, answer }));
  const awaited = await ask(about, asking);
  for (;;) {
    const readRun = runReader(asking, Date.now() > until);
    const replies = await Promise.all(awaited.map((one) => findReplies(one, readRun)));
    if (replies.every((said) => said !== undefined)) {
      return Promise.all(evaluations.map((evaluation, at) => scoreEvaluation(stored, evaluation, replies[at])));
    }
    await sleep(LOOK_AGAIN_MS);
  }
}

const figuresOf = (results: readonly MonitorResult[]) => ({
  evaluated: results.length,
  passed: results.filter(({ passed }) => passed === true).length,
  failed: results.filter(({ passed }) => passed === false).length,
  errors: results.filter(({ passed }) => passed === null).length,
});
