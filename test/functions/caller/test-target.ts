import { setTimeout as sleep } from 'node:timers/promises';
import type { CallerAnswer, CallerEvent } from '../../../contracts/caller.ts';
import { RollcallError } from '../../../contracts/errors.ts';
import { workBatch } from '../../../functions/caller/batch-worker.ts';
import type { CallerPorts } from '../../../functions/caller/caller-ports.ts';
import type { BulkOutcome, BulkTarget, Outcome, RowCall, Target } from '../../../functions/caller/target.ts';
import { datasetRow, type TestRun } from '../caller-cloud.ts';

export const answered = (costUsd?: number): Outcome => ({
  kind: 'answered',
  answer: {
    actualOutput: 'yes',
    fullResponseBody: '"yes"',
    latencyMs: 5,
    costUsd,
    promptTokens: 2,
    completionTokens: 3,
    totalTokens: 5,
  },
});

export const failed = (name: 'TargetUnavailable' | 'TargetRejected', retryAfterSeconds?: number) => ({
  kind: 'failed' as const,
  error: new RollcallError(name, 'it said no'),
  retryAfterSeconds,
});

/** A target that answers as it is told, and remembers who called it. */
export class TestTarget implements Target<string> {
  /** Row indexes in the order of their calls. */
  readonly called: number[] = [];
  mostAtOnce = 0;
  #now = 0;
  readonly #answer: (call: RowCall) => Outcome | Promise<Outcome>;

  constructor(answer: (call: RowCall) => Outcome | Promise<Outcome> = () => answered()) {
    this.#answer = answer;
  }

  async input(): Promise<string> {
    return 'input';
  }

  async call(call: RowCall): Promise<Outcome> {
    this.called.push(call.row.row_index);
    this.#now += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#now);
    try {
      return await this.#answer(call);
    } finally {
      this.#now -= 1;
    }
  }

  callsOf(rowIndex: number): number {
    return this.called.filter((called) => called === rowIndex).length;
  }
}

/** A target that takes many rows in one call; `calls` are the rows of each. */
export class BulkTestTarget extends TestTarget {
  readonly calls: number[][] = [];
  readonly bulk: BulkTarget;

  constructor(
    answer: (call: RowCall) => Outcome | Promise<Outcome> = () => answered(),
    answerAll?: (rows: readonly number[]) => BulkOutcome,
  ) {
    super(answer);
    this.bulk = {
      item: async ({ row }) => ({ sampleId: row.sample_id, value: row.row_index, text: String(row.row_index) }),
      itemsOfCall: (_run, items) => items.length,
      limits: ({ bulkConfig }) => ({
        maxItemsPerCall: bulkConfig?.maxItemsPerCall ?? 200,
        maxBytesPerCall: 1_000_000,
        timeoutSeconds: 5,
        onReject: 'individual',
      }),
      call: async (call, items) => {
        const rows = items.map(({ value }) => value as number);
        this.called.push(...rows);
        this.calls.push(rows);
        const outcome = answerAll?.(rows);
        if (outcome) return outcome;
        const calls = rows.map((row_index) => ({ ...call, row: datasetRow({ row_index }), call: 1 }));
        return { kind: 'answered', outcomes: await Promise.all(calls.map(answer)) };
      },
    };
  }
}

interface Invocation {
  readonly event?: Partial<CallerEvent>;
  readonly ports?: Partial<CallerPorts>;
  readonly remainingMs?: () => number;
}

/** One invocation of a caller. */
export const work = (run: TestRun, target: Target<string>, { event, ports, remainingMs }: Invocation = {}) =>
  workBatch({ ...run.event(), ...event }, target, { ...run.ports(), ...ports }, remainingMs ?? (() => 900_000));

/** Invokes until the batch is done, as the state machine does. */
export async function workToTheEnd(
  run: TestRun,
  target: Target<string>,
  first: Invocation = {},
): Promise<CallerAnswer[]> {
  const answers: CallerAnswer[] = [];
  for (let answer = await work(run, target, first); ; ) {
    answers.push(answer);
    if (answer.outcome === 'done') return answers;
    await sleep(answer.seconds * 1000);
    answer = await work(run, target, { event: { resume: answer.resume } });
  }
}
