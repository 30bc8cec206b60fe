import type { AskingEvaluator } from '../../contracts/asking-evaluators.ts';
import { evaluationConfigSchema } from '../../contracts/evaluation-config.ts';
import type { Evaluator } from '../../contracts/evaluators.ts';
import type { ScoredAnswer } from '../../contracts/score.ts';
import type { ScorerEvent } from '../../contracts/scoring.ts';
import type { ThreadFields } from '../../contracts/thread-fields.ts';
import type { Replies } from '../../core/scoring/asked-score.ts';
import { type Question, questionsOf } from '../../core/scoring/questions.ts';
import { answerOf } from '../../core/scoring/score-answer.ts';
import { budgetReason, isSpent } from '../../core/stop-reason.ts';
import { type RunRecord, runRecordSchema } from '../../domain/run-records/run-record.ts';
import type { StoredPart } from '../shared/part-source.ts';
import { alreadyAsked } from './already-asked.ts';
import { type Asker, findAskers } from './asker.ts';
import type { ScorerDependencies } from './dependencies.ts';
import { judgeRunId, openJudgeRun, takeReplies } from './judge-runs.ts';
import { readAnswers } from './read-answers.ts';

/** Questions of one run; the planner holds them all. */
const MOST_QUESTIONS = 10_000;
const MOST_BYTES = 16 * 1024 * 1024;

const spentSchema = runRecordSchema.pick({ cost_usd: true, finished_at: true });

/** The answers that are asked about. */
interface Answers {
  readonly parts: readonly StoredPart[];
  readonly threadFields?: ThreadFields;
}

/** A run that is to be waited for before rows can be scored, or all the replies there are. */
export type Next = { readonly ask: string } | { readonly replies: Replies };

/**
 * What is to be asked about the answers and was not, is asked: the run that does so is opened here and carried out by the
 * state machine, which then comes back. Nobody is asked where no evaluator asks.
 */
export async function askNext(
  event: ScorerEvent,
  { evaluators, ...answers }: Answers & { readonly evaluators: readonly Evaluator[] },
  deps: ScorerDependencies,
): Promise<Next> {
  const { evaluationId, scoringId, asked } = event;
  const before = await deps.runs.read(evaluationId);
  const ownRuns = before.judge_runs ?? [];
  // One that an earlier pass has left may still be going: what it asks is not asked twice.
  const left = await firstUnfinished(ownRuns, asked, deps);
  if (left) return { ask: left };
  const askers = await findAskers(evaluators, { evaluationId, scoringId, ownRuns }, deps);
  const ofThisPass = asked.filter((id) =>
    asked.some((_, number) => id === judgeRunId(evaluationId, scoringId, number)),
  );
  for (const runId of ofThisPass) await takeReplies(runId, askers, deps);
  const record = await withCost(before, deps);
  const stopped = whyNotToAsk(record, event);
  if (!stopped) {
    for (const asker of askers) {
      const questions = await unanswered(asker, answers, deps);
      if (questions.length === 0) continue;
      const runId = judgeRunId(evaluationId, scoringId, ofThisPass.length);
      const other = await alreadyAsked(asker, { runId, questions, asked }, deps);
      if (other) return { ask: other };
      await openJudgeRun(runId, withBudget(asker, record), questions, record, deps);
      await noteRun(record, runId, asker, deps);
      return { ask: runId };
    }
  }
  return { replies: repliesOf(askers, stopped ?? 'It was not asked.') };
}

async function firstUnfinished(
  ids: readonly string[],
  asked: readonly string[],
  deps: ScorerDependencies,
): Promise<string | undefined> {
  for (const id of ids) {
    if (asked.includes(id)) continue;
    const run = await deps.runs.findPart(id, spentSchema);
    if (run && !run.finished_at) return id;
  }
  return undefined;
}

function whyNotToAsk(record: RunRecord, { isOnly }: ScorerEvent): string | undefined {
  if (record.status === 'cancelled' && !isOnly) return 'It was not asked: the run was cancelled.';
  const { budgetLimit } = budgetOf(record);
  return isSpent({ budgetLimit }, record.cost_usd)
    ? `It was not asked. ${budgetReason({ budgetLimit }, record.cost_usd)}`
    : undefined;
}

const budgetOf = ({ config }: RunRecord) => evaluationConfigSchema.parse(JSON.parse(config)).executor;

/** What is left of the run's budget is the budget of the run that asks. */
function withBudget(asker: Asker, record: RunRecord): Asker {
  const { budgetLimit } = budgetOf(record);
  if (budgetLimit === undefined) return asker;
  const { config } = asker;
  const executor = { ...config.executor, budgetLimit: budgetLimit - record.cost_usd };
  return { ...asker, config: { ...config, executor } };
}

/** The questions that nobody has answered yet, each once, in the order of the rows. */
async function unanswered(
  { id, evaluator, replies }: Asker,
  { parts, threadFields }: Answers,
  deps: ScorerDependencies,
): Promise<Question[]> {
  const found = new Map<string, Question & { readonly rowIndex: number }>();
  const inOrder = () => [...found.values()].toSorted((a, b) => a.rowIndex - b.rowIndex);
  let bytes = 0;
  for (const file of parts) {
    for await (const row of readAnswers(deps.s3, file)) {
      if (row.status !== 'succeeded') continue;
      for (const question of askable(evaluator, () => answerOf(row, threadFields), id)) {
        if (replies.has(question.id) || found.has(question.id)) continue;
        bytes += JSON.stringify(question.input).length;
        if (found.size > 0 && (found.size === MOST_QUESTIONS || bytes > MOST_BYTES)) return inOrder();
        found.set(question.id, { ...question, rowIndex: row.row_index });
      }
    }
  }
  return inOrder();
}

/** A row that cannot be asked about says so when it is scored. */
function askable(evaluator: AskingEvaluator, answer: () => ScoredAnswer, asker: string): Question[] {
  try {
    return questionsOf(evaluator, answer(), asker);
  } catch {
    return [];
  }
}

async function noteRun(record: RunRecord, runId: string, asker: Asker, deps: ScorerDependencies): Promise<void> {
  for (let now = record; ; now = await deps.runs.read(record.evaluation_id)) {
    const known = now.judge_runs ?? [];
    const judged = { ...now.judged, [runId]: { asker_id: asker.id, cost_usd: 0 } };
    if (known.includes(runId) || (await deps.runs.update(now, { judge_runs: [...known, runId], judged }))) return;
  }
}

/** What asking has cost so far is part of what the run has cost. */
async function withCost(was: RunRecord, deps: ScorerDependencies): Promise<RunRecord> {
  for (let record = was; ; record = await deps.runs.read(was.evaluation_id)) {
    const judged: NonNullable<RunRecord['judged']> = {};
    for (const [id, was] of Object.entries(record.judged ?? {})) {
      // A record that has expired costs nothing more.
      const run = await deps.runs.find(id);
      judged[id] = { ...was, cost_usd: run?.cost_usd ?? was.cost_usd };
    }
    const total = Object.values(judged).reduce((sum, { cost_usd }) => sum + cost_usd, 0);
    const more = total - (record.scoring_cost_usd ?? 0);
    if (more === 0 || !record.before) return record;
    const before = { ...record.before, cost_usd: record.before.cost_usd + more };
    if (!(await deps.runs.update(record, { before, scoring_cost_usd: total, judged }))) continue;
    return { ...record, before, scoring_cost_usd: total, judged, cost_usd: record.cost_usd + more };
  }
}

/** @param otherwise what is said of a question that was not asked */
function repliesOf(askers: readonly Asker[], otherwise: string): Replies {
  const all = new Map(askers.flatMap(({ replies }) => [...replies]));
  // What was said once is told with its cost once, however many rows share it.
  const told = new Set<string>();
  return {
    askerOf: (evaluator) => askers.find((asker) => asker.evaluator === evaluator)?.id ?? '',
    replyTo({ id }) {
      const reply = all.get(id) ?? { error: otherwise };
      if (!told.has(id)) return told.add(id) && reply;
      const { costUsd: _costUsd, ...rest } = reply;
      return rest;
    },
  };
}
