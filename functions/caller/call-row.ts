import type { CallerRun } from '../../contracts/caller.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { withThreadFields } from '../../core/threads/thread-fields.ts';
import { type AfterCall, afterCall, knownOf, settledAs } from './after-call.ts';
import type { Work } from './row-queue.ts';
import type { Outcome, Target } from './target.ts';
import type { Turn } from './turn.ts';

interface CallOptions<Input> {
  readonly run: CallerRun;
  readonly target: Target<Input>;
  /** Why the target may not be called at all. */
  readonly refused?: RollcallError;
  readonly remainingMs: () => number;
  readonly reserve: () => Promise<void>;
  readonly turn: Turn;
  /** Told what came of the call that was sent at a time, and what comes next. */
  readonly heard: (sentAt: number, outcome: Outcome, after: AfterCall) => void;
  /** Writes down that the call is about to be made; false when it must not be. */
  readonly claim: (call: number) => Promise<boolean>;
  /** The call is written down before the input is made: making the input may be what crashes. */
  readonly isCareful: boolean;
}

/** What came of a call; undefined when the row was not called because another invocation has it. */
export type Called = AfterCall | undefined;

/** Calls a row once. */
export async function callRow<Input>(work: Work, options: CallOptions<Input>): Promise<Called> {
  const { run, target, refused, remainingMs, reserve, turn, heard, claim, isCareful } = options;
  const { row, retry } = work;
  const calls = retry?.calls ?? 0;
  const call = calls + 1;
  const known = knownOf(work, turn);

  if (isCareful && !(await claim(call))) return undefined;
  const input = await inputOf();
  if (input instanceof RollcallError) {
    turn.giveBack();
    return settledAs('failed', { ...known, call: calls }, { error: input });
  }
  if (!isCareful && !(await claim(call))) return undefined;
  const sentAt = await turn.go();
  const outcome = await outcomeOf(input.value);
  const after = afterCall(run, { ...known, call }, outcome);
  heard(sentAt, outcome, after);
  return after;

  async function inputOf(): Promise<{ value: Input } | RollcallError> {
    if (refused) return refused;
    try {
      return { value: await target.input({ run, row: withThreadFields(row, run.threadFields) }) };
    } catch (error) {
      return error instanceof RollcallError ? error : callerFailed(error);
    }
  }

  async function outcomeOf(value: Input): Promise<Outcome> {
    try {
      return await target.call({ run, row, call, remainingMs, reserve }, value);
    } catch (error) {
      // One row's trouble must not end the others.
      return { kind: 'failed', error: callerFailed(error) };
    }
  }
}

/** What went wrong in the caller itself. */
export const callerFailed = (error: unknown): RollcallError => {
  const { name, message } = error as Error;
  return new RollcallError('CallerFailed', `${name}: ${message}`, { cause: error });
};
