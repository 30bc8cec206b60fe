import type { MapState } from '../definition/definition.ts';
import { runDistributedMapState } from '../distributed-map/map-state.ts';
import { isTooLarge, toData } from './data.ts';
import { wholeNumber } from './number-field.ts';
import { recover } from './recover.ts';
import { dataLimitExceeded, errorDetails } from './states-error.ts';
import { runThreads } from './threads.ts';
import { type Outcome, type Scope, type Visit, writeEvent } from './visit.ts';

/** Runs its ItemProcessor for each item, in this execution or in child executions of their own. */
export function runMap(visit: Visit<MapState>): Promise<Outcome> {
  const { ItemProcessor, Next } = visit.state;
  const distributed = ItemProcessor.ProcessorConfig?.Mode === 'DISTRIBUTED';
  return recover(visit, {
    async attempt() {
      const value = await (distributed ? runDistributedMapState(visit) : runMapInline(visit));
      visit.emit('MapStateSucceeded');
      return { ...(await visit.language.finish(visit, { value })), next: Next };
    },
    givenUp: (error) => visit.emit('MapStateFailed', errorDetails(error)),
  });
}

/** "Up to 40 concurrent iterations" whatever MaxConcurrency says. */
const MOST_AT_ONCE = 40;
const LARGEST_COUNT = 2 ** 31 - 1;

/** Iterations run as threads of this execution, in its history. */
export async function runMapInline(visit: Visit<MapState>): Promise<unknown[]> {
  const { ItemProcessor, ItemSelector } = visit.state;
  const items = await visit.language.items(visit);
  const concurrency = (await wholeNumber(visit, 'MaxConcurrency', 0, LARGEST_COUNT)) ?? 0;
  // Without effect in an inline Map, but evaluated and checked as in a distributed one.
  await wholeNumber(visit, 'ToleratedFailureCount', 0, LARGEST_COUNT);
  const percentage = await visit.language.field(visit, visit.state, 'ToleratedFailurePercentage');
  if (percentage && typeof percentage.value !== 'number') throw percentage.wrongType('number');
  if (!visit.resuming) visit.emit('MapStateStarted', { length: items.length });

  const outputs = await runThreads(visit, items.length, concurrency || MOST_AT_ONCE, async (index) => {
    const item = { Index: index, Value: items[index] };
    const details = { name: visit.name, index };
    const write = (type: string) => (scope: Scope) => writeEvent(scope, type, details);
    const selected =
      ItemSelector === undefined
        ? item.Value
        : await visit.language.evaluate(visit, ItemSelector, 'ItemSelector', item);
    const input = toData(selected);
    if (isTooLarge(input.json)) throw dataLimitExceeded(visit.name);
    return {
      block: ItemProcessor,
      input,
      started: write('MapIterationStarted'),
      succeeded: write('MapIterationSucceeded'),
      failed: write('MapIterationFailed'),
      aborted: write('MapIterationAborted'),
    };
  });
  return outputs.map(({ value }) => value);
}
