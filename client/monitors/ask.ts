import { randomBytes } from 'node:crypto';
import type { SFNClient } from '@aws-sdk/client-sfn';
import type * as z from 'zod';
import { type AskingEvaluator, isAsking } from '../../contracts/asking-evaluators.ts';
import { RollcallError } from '../../contracts/errors.ts';
import type { EvaluationConfig } from '../../contracts/evaluation-config.ts';
import { nameOf } from '../../contracts/evaluators.ts';
import type { Monitor } from '../../contracts/monitor.ts';
import { MONITORS_ASK } from '../../contracts/monitor-message.ts';
import type { ResultRow } from '../../contracts/result-row.ts';
import type { ScoredAnswer } from '../../contracts/score.ts';
import { ownId, TENANT_PREFIX } from '../../contracts/tenant.ts';
import { fingerprint } from '../../core/row-identity.ts';
import { askedConfig, askerOf } from '../../core/scoring/asked-config.ts';
import type { Replies, Reply } from '../../core/scoring/asked-score.ts';
import { type Question, questionsOf } from '../../core/scoring/questions.ts';
import { replyOf } from '../../core/scoring/reply-of.ts';
import type { CountingRows } from '../../domain/run-log/counting-rows.ts';
import { readSettledRows } from '../../domain/run-log/store/settled-rows.ts';
import { runRecordSchema } from '../../domain/run-records/run-record.ts';
import { startRequested } from '../runs/start-requested.ts';
import { type JudgeRunDeps, openJudgeRun } from '../scoring/open-judge-run.ts';
import type { TargetStore } from '../targets/target-store.ts';
import { type Claim, type ClaimDeps, claimPut, readClaims } from './question-claims.ts';

/** What judges and functions are asked with. */
export interface AskDeps extends JudgeRunDeps, ClaimDeps {
  readonly targets: Pick<TargetStore, 'read'>;
  readonly sfn: SFNClient;
}

/** What is evaluated, and its id: answers that are not to be kept belong to it alone. */
export interface AskedAbout {
  readonly tenant: string;
  readonly monitor: Monitor;
  readonly id: string;
  readonly answer: ScoredAnswer;
}

/** Questions of one evaluator about one evaluation. */
interface Asked {
  readonly tenant: string;
  readonly evaluator: AskingEvaluator;
  readonly askerId: string;
  readonly config: EvaluationConfig;
  readonly questions: readonly Question[];
  readonly askedFor: string;
}

/** The record and its claims are written in one transaction, which holds 100 items. */
const MOST_QUESTIONS = 99;
/** So short that the names of all executions of the run begin with its whole id. */
const ID_BYTES = 8;
const ASKED_BY = new RegExp(`^${TENANT_PREFIX}${MONITORS_ASK}[0-9a-f]{${2 * ID_BYTES}}`);
/** The planner holds the questions of a run in memory. */
const MOST_CHARACTERS = 16 * 1024 * 1024;

export const asksSomebody = ({ evaluators }: Pick<Monitor, 'evaluators'>): boolean => evaluators.some(isAsking);

const standingSchema = runRecordSchema.pick({
  ...{ finished_at: true, stopped_from_outside: true, reason: true },
  ...{ execution_arn: true, pass_input: true },
});

/** An evaluation, and which runs ask its questions. */
export interface Awaited {
  readonly about: AskedAbout;
  readonly asked: readonly Asked[];
  readonly claims: ReadonlyMap<string, Claim>;
}

/** Asks about evaluations, in one run for each tenant and target. Asking again starts nothing and costs nothing. */
export async function ask(abouts: readonly AskedAbout[], deps: AskDeps): Promise<Awaited[]> {
  const evaluations = await Promise.all(abouts.map(async (about) => ({ about, asked: await askedBy(about, deps) })));
  const batches = new Map<string, Asked[]>();
  for (const asked of evaluations.flatMap((evaluation) => evaluation.asked)) {
    const key = JSON.stringify([asked.tenant, asked.config]);
    batches.set(key, [...(batches.get(key) ?? []), asked]);
  }
  const claimed = await Promise.all([...batches.values()].map((batch) => askTogether(batch, deps)));
  const claims = new Map(claimed.flatMap((some) => [...some]));
  return evaluations.map((evaluation) => ({ ...evaluation, claims }));
}

/** Claims what nobody asks yet for a run of its own, and makes sure that all runs have begun. */
async function askTogether(batch: readonly Asked[], deps: AskDeps): Promise<Map<string, Claim>> {
  const wanted = batch.flatMap((asked) => asked.questions.map((question) => ({ ...asked, question })));
  const unique = [...new Map(wanted.map((one) => [one.question.id, one])).values()];
  const readRun = runReader(deps);
  for (;;) {
    const claims = await readClaims(
      unique.map(({ question }) => question.id),
      deps,
    );
    const records = await readRecords(claims, deps);
    const isOpen = await Promise.all(
      unique.map(({ question: { id } }) => isUnasked(id, claims.get(id), records, readRun)),
    );
    const open = unique.filter((_, at) => isOpen[at]);
    if (open.length === 0) {
      // Also those of an invocation that was killed after it had opened them.
      const going = [...records.values()].filter(({ finished_at }) => !finished_at);
      await Promise.all(going.map((record) => startRequested(record, deps)));
      return claims;
    }
    // Where somebody else was faster with one of the questions, nothing was written, and all is looked at again.
    await openRun(oneRunOf(open), claims, deps);
  }
}

type Records = ReadonlyMap<string, z.output<typeof standingSchema>>;

/** A run's log outlives its record, so its answers still count; a run that was deleted has neither. */
async function isUnasked(
  question: string,
  claim: Claim | undefined,
  records: Records,
  readRun: ReadRun,
): Promise<boolean> {
  if (!claim || records.has(claim.run)) return !claim;
  const { rows } = await readRun(claim.run);
  return rows?.of(question).length === 0;
}

/** Of the runs that have claims. */
async function readRecords(claims: ReadonlyMap<string, Claim>, deps: AskDeps): Promise<Records> {
  const records = new Map<string, z.output<typeof standingSchema>>();
  const read = async (run: string) => {
    const record = await deps.runs.findPart(run, standingSchema);
    if (record) records.set(run, record);
  };
  await Promise.all([...new Set([...claims.values()].map(({ run }) => run))].map(read));
  return records;
}

type OneAsked = Asked & { readonly question: Question };

async function openRun(open: readonly OneAsked[], claims: ReadonlyMap<string, Claim>, deps: AskDeps): Promise<void> {
  const [first] = open;
  if (!first) return;
  const { tenant, config, evaluator, askedFor: judgeOf } = first;
  const runId = ownId(tenant, `${MONITORS_ASK}${randomBytes(ID_BYTES).toString('hex')}`);
  const run = { runId, askerId: askerOf(tenant, config), config, targetName: nameOf(evaluator), judgeOf };
  const along = open.map(({ question, askedFor }) =>
    claimPut(question.id, { run: runId, askedFor }, claims.get(question.id), deps),
  );
  await openJudgeRun({ ...run, questions: open.map(({ question }) => question), along }, deps);
}

function oneRunOf(open: readonly OneAsked[]): OneAsked[] {
  let characters = 0;
  const end = open.findIndex(({ question }, at) => {
    characters += JSON.stringify(question.input).length;
    return at === MOST_QUESTIONS || (at > 0 && characters > MOST_CHARACTERS);
  });
  return open.slice(0, end < 0 ? undefined : end);
}

/** The run that an execution belongs to. */
export const runOfExecution = (name: string): string => ASKED_BY.exec(name)?.[0] ?? name;

/** What has come of a run that asks. */
interface RunAsked {
  readonly isOver: boolean;
  readonly reason?: string;
  readonly rows?: CountingRows<ResultRow>;
}

export type ReadRun = (run: string) => Promise<RunAsked>;

/** Reads runs, each one once. @param isLate runs that go on are not waited for any longer */
export function runReader(deps: AskDeps, isLate = false): ReadRun {
  const known = new Map<string, Promise<RunAsked>>();
  const read = async (run: string): Promise<RunAsked> => {
    const record = await deps.runs.findPart(run, standingSchema);
    const isOver = isLate || !record || (record.finished_at !== undefined && !record.stopped_from_outside);
    const rows = isOver ? await readSettledRows({ s3: deps.s3, bucket: deps.bucket, evaluationId: run }) : undefined;
    return { isOver, reason: record?.reason, rows };
  };
  return (run) => {
    const reading = known.get(run) ?? read(run);
    known.set(run, reading);
    return reading;
  };
}

/** What an evaluation that was asked about waits for. */
export async function awaitedBy(about: AskedAbout, deps: AskDeps): Promise<Awaited> {
  const asked = await askedBy(about, deps);
  const ids = asked.flatMap(({ questions }) => questions.map(({ id }) => id));
  return { about, asked, claims: await readClaims(ids, deps) };
}

export function runsOf({ asked, claims }: Awaited): string[] {
  const ids = asked.flatMap(({ questions }) => questions.map(({ id }) => id));
  return [...new Set(ids.flatMap((id) => claims.get(id)?.run ?? []))];
}

/** What was said; undefined while a run is not over. */
export async function findReplies(awaited: Awaited, readRun: ReadRun): Promise<Replies | undefined> {
  const { about, asked, claims } = awaited;
  const runs = new Map(await Promise.all(runsOf(awaited).map(async (run) => [run, await readRun(run)] as const)));
  if ([...runs.values()].some(({ isOver }) => !isOver)) return undefined;
  const said = new Map<string, Reply>();
  for (const { evaluator, questions } of asked) {
    for (const { id } of questions) {
      const claim = claims.get(id);
      const run = runs.get(claim?.run ?? '');
      const [row] = run?.rows?.of(id) ?? [];
      const error = `It has not answered${run?.reason ? `: ${run.reason}` : '.'}`;
      const { costUsd, ...reply }: Reply = row ? replyOf({ evaluator }, row) : { error };
      // What another evaluation has asked and paid for costs nothing here.
      said.set(id, { ...reply, ...(claim?.askedFor === nameOfEvaluation(about) && { costUsd }) } as Reply);
    }
  }
  return {
    askerOf: (evaluator) => asked.find((one) => one.evaluator === evaluator)?.askerId ?? '',
    replyTo: ({ id }) => said.get(id) ?? { error: 'It was not asked: its target is not registered.' },
  };
}

const nameOfEvaluation = ({ tenant, monitor, id }: AskedAbout): string =>
  `monitor ${ownId(tenant, monitor.name)} ${id}`;

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
  const askedFor = nameOfEvaluation(about);
  const kept = askerOf(tenant, config);
  // Answers that are not to be kept answer questions of this evaluation only.
  const askerId = evaluator.keepAnswers ? kept : fingerprint(JSON.stringify([kept, askedFor]));
  const questions = askable(() => questionsOf(evaluator, answer, askerId));
  return { tenant, evaluator, askerId, config, questions, askedFor };
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
