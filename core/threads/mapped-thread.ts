import { fromColumn } from '../json.ts';
import { evaluateMapping } from '../mapping/evaluate-mapping.ts';
import { asThreadId, type FinishedExecution } from './trace-of-execution.ts';

const MOST_BYTES = 4 * 1024;

/** The conversation that a JSONata mapping over { name, input, output } finds; undefined where it finds none. */
export async function mappedThread(
  expression: string | undefined,
  { name, input, output }: FinishedExecution,
): Promise<string | undefined> {
  if (!expression) return undefined;
  const root = { name, input: fromColumn(input), output: fromColumn(output) };
  // A mapping must have a value; this one may find nothing.
  const found = { expression: `{ "id": (${expression}) }`, field: 'traceThreadId', maxBytes: MOST_BYTES };
  return asThreadId(((await evaluateMapping(found, root)) as { id?: unknown }).id);
}
