import type { ParallelState, StatesBlock } from '../definition/definition.ts';
import { isTooLarge, toData } from './data.ts';
import { recover } from './recover.ts';
import { dataLimitExceeded } from './states-error.ts';
import { runThreads } from './threads.ts';
import type { Outcome, Visit } from './visit.ts';

/** Runs all branches at once; the result is the array of their outputs, in the order of the definition. */
export function runParallel(visit: Visit<ParallelState>): Promise<Outcome> {
  const { Branches, Next } = visit.state;
  return recover(visit, {
    async attempt() {
      const input = toData(await visit.language.workInput(visit));
      if (isTooLarge(input.json)) throw dataLimitExceeded(visit.name);
      if (!visit.resuming) visit.emit('ParallelStateStarted');
      const outputs = await runThreads(visit, Branches.length, Branches.length, async (index) => ({
        block: Branches[index] as StatesBlock,
        input,
      }));
      visit.emit('ParallelStateSucceeded');
      const finished = await visit.language.finish(visit, { value: outputs.map(({ value }) => value) });
      return { ...finished, next: Next };
    },
    givenUp: () => visit.emit('ParallelStateFailed'),
  });
}
