import { type AskingEvaluator, isAsking } from '../../contracts/asking-evaluators.ts';
import type { EvaluationConfig } from '../../contracts/evaluation-config.ts';
import { type Evaluator, nameOf } from '../../contracts/evaluators.ts';
import { ownerOf } from '../../contracts/tenant.ts';
import { fingerprint } from '../../core/row-identity.ts';
import { askedConfig, askerOf } from '../../core/scoring/asked-config.ts';
import type { Reply } from '../../core/scoring/asked-score.ts';
import type { ScorerDependencies } from './dependencies.ts';
import { readReplies } from './kept-replies.ts';

/** Somebody an evaluator asks, and what was said so far. */
export interface Asker {
  readonly id: string;
  readonly evaluator: AskingEvaluator;
  readonly config: EvaluationConfig;
  readonly targetName: string;
  /** By the id of the question. */
  readonly replies: Map<string, Reply>;
}

interface Scoring {
  readonly evaluationId: string;
  readonly scoringId: string;
  /** Runs in which this evaluation has asked: what they cost is its own. */
  readonly ownRuns: readonly string[];
}

export function findAskers(
  evaluators: readonly Evaluator[],
  scoring: Scoring,
  deps: ScorerDependencies,
): Promise<Asker[]> {
  return Promise.all(evaluators.filter(isAsking).map((evaluator) => findAsker(evaluator, scoring, deps)));
}

async function findAsker(
  evaluator: AskingEvaluator,
  { evaluationId, scoringId, ownRuns }: Scoring,
  deps: ScorerDependencies,
): Promise<Asker> {
  const { tenant } = ownerOf(evaluationId);
  const registered = evaluator.type === 'judge' ? evaluator.target.target : undefined;
  const target = registered ? (await deps.targets.read(tenant, registered)).target : undefined;
  const config = askedConfig(evaluator, target);
  const kept = askerOf(tenant, config);
  // Answers that are not to be kept are found again only by the pass they were given in.
  const id = evaluator.keepAnswers ? kept : fingerprint(JSON.stringify([kept, evaluationId, scoringId]));
  const replies = await readReplies({ id, evaluator }, ownRuns, deps);
  return { id, evaluator, config, targetName: nameOf(evaluator), replies };
}
