import { evaluateMapping } from '../../core/mapping/evaluate-mapping.ts';

/** Whether a JSONata filter says true, and nothing else, of what it is given. Without a filter everything passes. */
export async function passesFilter(filter: string | undefined, root: object): Promise<boolean> {
  return !filter || (await evaluateMapping({ expression: filter, field: 'filter', maxBytes: 1024 }, root)) === true;
}
