import { fromColumn } from '../json.ts';
import { evaluateAll } from '../mapping/evaluate-all.ts';
import { asThreadId, type FinishedExecution } from './trace-of-execution.ts';

const MOST_BYTES = 4 * 1024;

/** The conversation that a JSONata mapping over { name, input, output } finds; undefined where it finds none. */
export async function mappedThread(
  expression: string | undefined,
  { name, input, output }: FinishedExecution,
): Promise<string | undefined> {
  if (!expression) return undefined;
  const root = { name, input: fromColumn(input), output: fromColumn(output) };
  const found = await evaluateAll({ expression, field: 'traceThreadId', maxBytes: MOST_BYTES }, root);
  return found.length === 1 ? asThreadId(found[0]) : undefined;
}
