import type { ResultRow } from '../contracts/result-row.ts';
import { fromColumn, isObject } from './json.ts';

type Answered = Pick<ResultRow, 'expected' | 'actual_output' | 'execution_mode'>;

/** Where the answer seems to be in one that is a whole object, as a mapping would name it. */
export function answerWithin({ expected, actual_output, execution_mode }: Answered): string | undefined {
  const answer = fromColumn(actual_output);
  if (expected === null || !isObject(answer) || isObject(fromColumn(expected))) return undefined;
  const texts = Object.entries(answer).filter(
    ([name, value]) => typeof value === 'string' && /^[a-z_]\w*$/i.test(name),
  );
  const [found] = texts.find(([, value]) => value === expected) ?? texts[0] ?? [];
  return found && (execution_mode === 'endpoint' ? `body.${found}` : found);
}
