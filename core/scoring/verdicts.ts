import { scoresSchema } from '../../contracts/score.ts';
import { parseJson } from '../json.ts';

/** Who passed a row, by evaluator and `human`, out of its column `scores`; those that erred said nothing. */
export function verdictsIn(scores: string | null | undefined): Record<string, boolean> {
  const parsed = scoresSchema.safeParse(parseJson(scores ?? ''));
  if (!parsed.success) return {};
  return Object.fromEntries(
    Object.entries(parsed.data).flatMap(([name, score]) => ('passed' in score ? [[name, score.passed]] : [])),
  );
}
