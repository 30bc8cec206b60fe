import type { SFNClient } from '@aws-sdk/client-sfn';
import { type AskingEvaluator, isAsking } from '../../contracts/asking-evaluators.ts';
import { RollcallError } from '../../contracts/errors.ts';
import type { EvaluationConfig } from '../../contracts/evaluation-config.ts';
import { nameOf } from '../../contracts/evaluators.ts';
import type { Monitor } from '../../contracts/monitor.ts';
import type { ScoredAnswer } from '../../contracts/score.ts';
import { ownId } from '../../contracts/tenant.ts';
import { fingerprint } from '../../core/row-identity.ts';
import { askedConfig, askerOf } from '../../core/scoring/asked-config.ts';
import type { Replies, Reply } from '../../core/scoring/asked-score.ts';
import { type Question, questionsOf } from '../../core/scoring/questions.ts';
import { replyOf } from '../../core/scoring/reply-of.ts';
import { readSettledRows } from '../../domain/run-log/store/settled-rows.ts';
import { runRecordSchema } from '../../domain/run-records/run-record.ts';
import { startRequested } from '../runs/start-requested.ts';
import { type JudgeRunDeps, openJudgeRun } from '../scoring/open-judge-run.ts';
import type { TargetStore } from '../targets/target-store.ts';

/** What judges and functions are asked with. */
export interface AskDeps extends JudgeRunDeps {
  readonly targets: Pick<TargetStore, 'read'>;
  readonly sfn: SFNClient;
}

/** Questions of one evaluator about one evaluation. Asked again, they are the same run, and nobody is paid twice. */
interface Asked {
  readonly evaluator: AskingEvaluator;
  readonly askerId: string;
  readonly config: EvaluationConfig;
  readonly questions: readonly Question[];
  readonly runId: string;
}

/** What is evaluated, and by what it is known: answers that are not to be kept belong to it alone. */
export interface AskedAbout {
  readonly tenant: string;
  readonly monitor: Monitor;
  readonly id: string;
  readonly answer: ScoredAnswer;
}

export const asksSomebody = ({ evaluators }: Pick<Monitor, 'evaluators'>): boolean => evaluators.some(isAsking);

const endSchema = runRecordSchema.pick({ finished_at: true, judge_of: true, cost_usd: true, reason: true });

/** Opens and starts the runs that ask. Doing it again changes nothing. */
export async function ask(about: AskedAbout, deps: AskDeps): Promise<void> {
  for (const { runId, askerId, config, evaluator, questions } of await askedBy(about, deps)) {
    if (!(await deps.runs.findPart(runId, endSchema))) {
      const run = { runId, askerId, config, targetName: nameOf(evaluator), questions, judgeOf: judgeOf(about) };
      await openJudgeRun(run, deps);
    }
    const record = await deps.runs.read(runId);
    if (!record.finished_at) await startRequested(record, deps);
  }
}

/** What was said; undefined while somebody has not answered. @param isLate those are not waited for any longer */
export async function findReplies(about: AskedAbout, deps: AskDeps, isLate: boolean): Promise<Replies | undefined> {
  const asked = await askedBy(about, deps);
  const said = new Map<string, Reply>();
  for (const { runId, evaluator, questions } of asked) {
    const end = await deps.runs.findPart(runId, endSchema);
    if (!end?.finished_at && !isLate) return undefined;
    const rows = await readSettledRows({ s3: deps.s3, bucket: deps.bucket, evaluationId: runId });
    for (const { id } of questions) {
      const [row] = rows.of(id);
      const error = `It has not answered${end?.reason ? `: ${end.reason}` : '.'}`;
      const { costUsd, ...reply } = row ? replyOf({ evaluator }, row) : { error, costUsd: undefined };
      // What another evaluation has asked and paid for costs nothing here.
      said.set(id, { ...reply, ...(end?.judge_of === judgeOf(about) && { costUsd }) } as Reply);
    }
  }
  return {
    askerOf: (evaluator) => asked.find((one) => one.evaluator === evaluator)?.askerId ?? '',
    replyTo: ({ id }) => said.get(id) ?? { error: 'It was not asked: its target is not registered.' },
  };
}

const judgeOf = ({ tenant, monitor, id }: AskedAbout): string => `monitor ${ownId(tenant, monitor.name)} ${id}`;

/** Whom the evaluators ask. One that cannot be asked says why when it scores. */
async function askedBy(about: AskedAbout, deps: AskDeps): Promise<Asked[]> {
  const asked = await Promise.all(about.monitor.evaluators.filter(isAsking).map((one) => askedOf(one, about, deps)));
  return asked.flatMap((one) => one ?? []);
}

async function askedOf(evaluator: AskingEvaluator, about: AskedAbout, deps: AskDeps): Promise<Asked | undefined> {
  const { tenant, answer } = about;
  const registered = evaluator.type === 'judge' ? evaluator.target.target : undefined;
  const target = registered ? await deps.targets.read(tenant, registered).catch(unlessUnknown) : undefined;
  if (registered && !target) return undefined;
  const config = askedConfig(evaluator, target?.target);
  const askerId = askerOf(tenant, config);
  const questions = askable(() => questionsOf(evaluator, answer, askerId));
  if (questions.length === 0) return undefined;
  const same = [questions.map(({ id }) => id), evaluator.keepAnswers ? '' : judgeOf(about)];
  const runId = ownId(tenant, `judge-${fingerprint(JSON.stringify(same))}`);
  return { evaluator, askerId, config, questions, runId };
}

function unlessUnknown(error: unknown): undefined {
  if (!(error instanceof RollcallError && error.name === 'UnknownTarget')) throw error;
}

function askable(questions: () => Question[]): Question[] {
  try {
    return questions();
  } catch {
    return [];
  }
}
