import type { BatchRequest, InvalidItem } from '../../contracts/api/jobs.ts';
import { RollcallError } from '../../contracts/errors.ts';
import type { Target } from '../../contracts/target.ts';
import { problemsOf } from '../targets/check-inputs.ts';

/** Beyond so many, invalid items are named by their index only. */
const MOST_DETAILED = 100;

export interface CheckedItems {
  readonly valid: readonly { readonly index: number; readonly input: unknown }[];
  readonly invalid: readonly InvalidItem[];
}

/** Checks a batch against its target: refused as a whole, or with `skipInvalidItems` without the items that are invalid. */
export async function checkItems({ items, config }: BatchRequest, target: Target): Promise<CheckedItems> {
  if (!target.batchEnabled) throw new RollcallError('BatchNotEnabled', 'Batch not enabled for this action');
  const { maxItems } = target.batchConfig;
  if (items.length > maxItems) {
    const message = `The batch has ${items.length} items; this action takes ${maxItems} at most. Split it.`;
    throw new RollcallError('TooManyItems', message);
  }
  const problems = await problemsOf({ schema: target.inputSchema, inputs: items.map(({ input }) => input) });
  const valid: { index: number; input: unknown }[] = [];
  const invalid: InvalidItem[] = [];
  items.forEach(({ input }, index) => {
    const errors = problems[index] ?? [];
    if (errors.length === 0) valid.push({ index, input });
    else invalid.push({ index, errors: invalid.length < MOST_DETAILED ? errors : [] });
  });
  const [first] = invalid;
  if (first && (valid.length === 0 || !config.skipInvalidItems)) throw refusal(items.length, first, invalid);
  return { valid, invalid };
}

/** The one item of a single call. */
export async function checkInput(input: unknown, target: Target): Promise<CheckedItems['valid'][number]> {
  const [errors = []] = await problemsOf({ schema: target.inputSchema, inputs: [input] });
  if (errors.length === 0) return { index: 0, input };
  throw new RollcallError('InvalidItems', `The input is not valid. ${errors.join('; ')}.`, { details: errors });
}

function refusal(count: number, first: InvalidItem, invalid: readonly InvalidItem[]): RollcallError {
  const all =
    invalid.length === count
      ? `None of the ${count} items is valid`
      : `${invalid.length} of ${count} items are not valid`;
  const message = `${all}. items[${first.index}]: ${first.errors.join('; ')}.`;
  return new RollcallError('InvalidItems', message, { details: { invalidItems: invalid.length, items: invalid } });
}
