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

/** Why a graded row did not pass: each evaluator that failed it or erred on it, with its reason. */
export function gradingReasons(scores: string | null | undefined): string[] {
  const parsed = scoresSchema.safeParse(parseJson(scores ?? ''));
  if (!parsed.success) return [];
  return Object.entries(parsed.data).flatMap(([name, score]) => {
    if ('error' in score) return [`${name}: error: ${score.error}`];
    if (score.passed) return [];
    const said = score.reason ?? (score.score > 0 ? `score ${Number(score.score.toFixed(3))}` : undefined);
    return [said === undefined ? name : `${name}: ${said}`];
  });
}
