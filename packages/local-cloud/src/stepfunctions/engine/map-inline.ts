import type { MapState } from '../definition/definition.ts';
import { wrongType } from '../query-language/jsonata.ts';
import { isTooLarge, toData } from './data.ts';
import { wholeNumber } from './number-field.ts';
import { dataLimitExceeded } from './states-error.ts';
import { runThreads } from './threads.ts';
import { type Scope, type Visit, writeEvent } from './visit.ts';

/** "Up to 40 concurrent iterations" whatever MaxConcurrency says. */
const MOST_AT_ONCE = 40;
const LARGEST_COUNT = 2 ** 31 - 1;

/** Iterations run as threads of this execution, in its history. */
export async function runMapInline(visit: Visit<MapState>): Promise<unknown[]> {
  const { ItemProcessor, ItemSelector, MaxConcurrency, ToleratedFailureCount, ToleratedFailurePercentage } =
    visit.state;
  const items = await itemsOf(visit);
  const concurrency =
    MaxConcurrency === undefined ? 0 : await wholeNumber(visit, MaxConcurrency, 'MaxConcurrency', 0, LARGEST_COUNT);
  // Without effect in an inline Map, but evaluated and checked as in a distributed one.
  if (ToleratedFailureCount !== undefined) {
    await wholeNumber(visit, ToleratedFailureCount, 'ToleratedFailureCount', 0, LARGEST_COUNT);
  }
  if (ToleratedFailurePercentage !== undefined) {
    const value = await visit.language.evaluate(visit, ToleratedFailurePercentage, 'ToleratedFailurePercentage');
    if (typeof value !== 'number') {
      throw wrongType(visit, ToleratedFailurePercentage, 'ToleratedFailurePercentage', 'number', value);
    }
  }
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

/** Items, or the state's input when there is none. */
async function itemsOf(visit: Visit<MapState>): Promise<readonly unknown[]> {
  const { Items } = visit.state;
  if (Items === undefined) {
    const input = await visit.language.workInput(visit);
    if (Array.isArray(input)) return input;
    throw visit.evaluationFailure(undefined, `Map state input must be an array but was: ${JSON.stringify(input)}`);
  }
  const items = await visit.language.evaluate(visit, Items, 'Items');
  if (!Array.isArray(items)) throw wrongType(visit, Items, 'Items', 'array', items);
  return items;
}
