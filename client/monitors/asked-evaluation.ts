import { hash } from 'node:crypto';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import type { MonitorResult, StoredMonitor } from '../../contracts/monitor.ts';
import { askedKey } from '../../contracts/storage-keys.ts';
import { eachOf } from '../../core/each-of.ts';
import { findObject } from '../../domain/objects/store/find-object.ts';
import { type MonitorQueue, sendToMonitors } from '../traces/announce-traces.ts';
import {
  type AskDeps,
  type AskedAbout,
  type Awaited,
  ask,
  awaitedBy,
  findReplies,
  type ReadRun,
  runOfExecution,
  runReader,
  runsOf,
} from './ask.ts';
import { type Evaluation, scoreEvaluation } from './evaluate.ts';
import { listWaiting, putWaiting, removeWaiting, type Waiting } from './waiting-evaluations.ts';

/** An evaluation that judges are asked about. It is kept as it was read, whatever becomes of the thread meanwhile. */
export interface AskedEvaluation {
  readonly stored: StoredMonitor;
  readonly id: string;
  readonly evaluation: Evaluation;
}

export interface AskingWork {
  readonly asking: AskDeps;
  /** Collects questions, so that they are asked together. */
  readonly questions: MonitorQueue;
  /** Continues a run whose execution was stopped. */
  readonly resume: (run: string) => Promise<void>;
  /** Writes a result that judges have contributed to. */
  readonly keep: (stored: StoredMonitor, id: string, result: MonitorResult) => Promise<void>;
}

const AT_ONCE = 10;
/** The end of a run is announced within seconds, unless the announcement is lost. */
const LOST_MS = 5 * 60_000;
/** A judge that has said nothing for half a day says nothing. */
const LATE_MS = 12 * 3_600_000;

const aboutOf = ({ stored, id, evaluation }: AskedEvaluation): AskedAbout => ({
  tenant: stored.tenant,
  monitor: stored.monitor,
  id,
  answer: evaluation.answer,
});

/** Keeps an evaluation and queues it for the next batch of questions. */
export async function askAbout(asked: AskedEvaluation, { asking, questions }: AskingWork): Promise<void> {
  const { tenant, monitor } = asked.stored;
  const evaluation = askedKey(tenant, hash('sha256', JSON.stringify([monitor.name, asked.id])));
  const put = { Bucket: asking.bucket, Key: evaluation, Body: JSON.stringify(asked), ContentType: 'application/json' };
  await asking.s3.send(new PutObjectCommand(put));
  await sendToMonitors([{ message: { kind: 'ask', tenant, evaluations: [evaluation] } }], questions);
}

/** Asks about evaluations in as few runs as possible. Those whose questions are answered already are scored at once. */
export async function askTogether(evaluations: readonly string[], work: AskingWork): Promise<void> {
  const found: { key: string; asked: AskedEvaluation }[] = [];
  await eachOf([...new Set(evaluations)], AT_ONCE, async (key) => {
    const asked = await readAsked(key, work.asking);
    if (asked) found.push({ key, asked });
  });
  const awaited = await ask(
    found.map(({ asked }) => aboutOf(asked)),
    work.asking,
  );
  const all = found.map((one, at) => ({ ...one, awaited: awaited[at] as Awaited }));
  const waiting = new Map<string, string[]>();
  for (const one of all) {
    for (const run of runsOf(one.awaited)) waiting.set(run, [...(waiting.get(run) ?? []), one.key]);
  }
  await Promise.all([...waiting].map(([run, keys]) => putWaiting(run, keys, work.asking)));
  // A run that ended before it was noted who waits for it has announced its end already.
  const readRun = runReader(work.asking);
  await eachOf(all, AT_ONCE, (one) => score(one.asked, one.awaited, readRun, work));
}

/** An execution has ended: scores the evaluations that waited for its run. Some wait for another run as well. */
export async function onAnswers(execution: string, work: AskingWork): Promise<void> {
  const run = runOfExecution(execution);
  const waiting = await listWaiting(work.asking, run);
  if (waiting.length > 0) await scoreOrResume(run, waiting, runReader(work.asking), work);
}

/** Does the same for runs whose end was not announced, and for those that have not answered for too long. */
export async function sweepWaiting(work: AskingWork): Promise<void> {
  const [ended, late] = [runReader(work.asking), runReader(work.asking, true)];
  const failures: unknown[] = [];
  for (const waiting of await listWaiting(work.asking)) {
    const age = Date.now() - Date.parse(waiting.since);
    if (age < LOST_MS) continue;
    const done = scoreOrResume(waiting.run, [waiting], age > LATE_MS ? late : ended, work);
    await done.catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/** A run that was stopped from outside has answered some questions only. */
async function scoreOrResume(
  run: string,
  waiting: readonly Waiting[],
  readRun: ReadRun,
  work: AskingWork,
): Promise<void> {
  if (!(await readRun(run)).isOver) return work.resume(run);
  await scoreWaiting(waiting, readRun, work);
}

async function scoreWaiting(waiting: readonly Waiting[], readRun: ReadRun, work: AskingWork): Promise<void> {
  await eachOf([...new Set(waiting.flatMap(({ evaluations }) => evaluations))], AT_ONCE, async (key) => {
    const asked = await readAsked(key, work.asking);
    if (asked) await score(asked, await awaitedBy(aboutOf(asked), work.asking), readRun, work);
  });
  await Promise.all(waiting.map((one) => removeWaiting(one, work.asking)));
}

/** Scores an evaluation when all its questions are answered. */
async function score(
  { stored, id, evaluation }: AskedEvaluation,
  awaited: Awaited,
  readRun: ReadRun,
  work: AskingWork,
): Promise<void> {
  const replies = await findReplies(awaited, readRun);
  if (replies) await work.keep(stored, id, await scoreEvaluation(stored, evaluation, replies));
}

/** Undefined for one that is older than traces are kept. */
async function readAsked(key: string, { s3, bucket }: AskDeps): Promise<AskedEvaluation | undefined> {
  const found = await findObject(s3, bucket, key);
  return found && (JSON.parse(await found.transformToString()) as AskedEvaluation);
}
