export interface Evaluated {
  readonly value?: unknown;
  readonly problem?: string;
}

const LARGEST_BYTES = 256 * 1024;

/** An expression on one row, by the code that runs it in a run. JSONata is fetched when the first one is typed. */
export async function evaluateMapping(expression: string, root: unknown): Promise<Evaluated> {
  const { evaluateBounded } = await import('../../../core/mapping/evaluate-bounded.ts');
  const { unforged } = await import('../../../core/mapping/forged.ts');
  try {
    const mapping = { expression, field: 'The expression', maxBytes: LARGEST_BYTES };
    return { value: JSON.parse(await evaluateBounded(mapping, unforged(structuredClone(root)))) };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}
