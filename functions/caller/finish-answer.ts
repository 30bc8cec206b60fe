import type { CallerRun, NormalizedAnswer } from '../../contracts/caller.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { evaluateMapping } from '../../core/mapping/evaluate-mapping.ts';
import { mappedAnswer } from '../../core/normalize/apply-output-mapping.ts';
import type { Outcome } from './target.ts';

/** An answer may hold this much. */
export const LARGEST_ANSWER_BYTES = 5 * 1024 * 1024;

/** Applies the output mapping, if there is one. A mapping that fails fails the row; what the call cost is kept. */
export async function finishAnswer(
  run: Pick<CallerRun, 'outputMapping' | 'executionMode'>,
  found: NormalizedAnswer,
  root: unknown,
  traceRef?: string,
): Promise<Outcome> {
  if (!run.outputMapping) return { kind: 'answered', answer: found, traceRef };
  const field = `${run.executionMode}OutputMapping`;
  try {
    const mapping = { expression: run.outputMapping, field, maxBytes: LARGEST_ANSWER_BYTES };
    const mapped = mappedAnswer(await evaluateMapping(mapping, root), found);
    return { kind: 'answered', answer: { ...found, ...mapped }, traceRef };
  } catch (error) {
    if (!(error instanceof RollcallError)) throw error;
    return { kind: 'failed', error, answer: found, traceRef };
  }
}
