import { evaluateBounded } from '../../../core/mapping/evaluate-bounded.ts';
import { unforged } from '../../../core/mapping/forged.ts';

export interface Evaluated {
  readonly value?: unknown;
  readonly problem?: string;
}

const LARGEST_BYTES = 256 * 1024;

/** An expression on one row, by the code that runs it in a run. */
export async function evaluateHere(expression: string, root: unknown): Promise<Evaluated> {
  try {
    const mapping = { expression, field: 'The expression', maxBytes: LARGEST_BYTES };
    return { value: JSON.parse(await evaluateBounded(mapping, unforged(structuredClone(root)))) };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}
