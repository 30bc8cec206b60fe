import { evaluateMapping } from './evaluate-mapping.ts';
import type { Mapping } from './mapping.ts';

/** The values of an expression that may have one, several or none, which a mapping may not. */
export async function evaluateAll(mapping: Mapping, root: unknown): Promise<unknown[]> {
  return (await evaluateMapping({ ...mapping, expression: `[(${mapping.expression})]` }, root)) as unknown[];
}
