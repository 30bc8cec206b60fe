import type { AskingEvaluator } from '../../contracts/asking-evaluators.ts';
import type { ResultRow } from '../../contracts/result-row.ts';
import { type Reply, scoreOf } from './asked-score.ts';

/** What a settled question came to. A target may put its score beside what looks like its answer. */
export function replyOf({ evaluator }: { readonly evaluator: AskingEvaluator }, row: ResultRow): Reply {
  const costUsd = row.cost_usd ?? undefined;
  if (row.status !== 'succeeded') {
    return { error: `It was not answered: ${row.error_name}: ${row.error_message}`, costUsd };
  }
  const texts = [row.actual_output ?? '', row.full_response ?? ''];
  const found = texts.find((text) => !('error' in scoreOf(evaluator, {}, { text })));
  return { text: found ?? texts[0] ?? '', costUsd };
}
