import { hash } from 'node:crypto';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import type { MonitorResult, StoredMonitor } from '../../contracts/monitor.ts';
import type { MonitorMessage } from '../../contracts/monitor-message.ts';
import { askedKey } from '../../contracts/storage-keys.ts';
import { findObject } from '../../domain/objects/store/find-object.ts';
import { type MonitorQueue, sendToMonitors } from '../traces/announce-traces.ts';
import type { TraceDeps } from '../traces/trace-deps.ts';
import { type AskDeps, type AskedAbout, ask, findReplies } from './ask.ts';
import { type Evaluation, scoreEvaluation } from './evaluate.ts';

/**
 * An evaluation whose judges have been asked. It is kept as it was read, whatever becomes of the thread meanwhile; nobody
 * waits for the judges, a message comes back and looks.
 */
export interface AskedEvaluation {
  readonly stored: StoredMonitor;
  readonly id: string;
  readonly evaluation: Evaluation;
}

type Deps = Pick<TraceDeps, 's3' | 'bucket'> & MonitorQueue & { readonly asking: AskDeps };
type AskedMessage = Extract<MonitorMessage, { kind: 'asked' }>;

/** Every second at first: most judges have answered within a few. */
const secondsToLook = (looks: number): number => Math.min(60, Math.floor(1.15 ** looks));
/** A thousand looks, one a minute: a judge that has said nothing for more than half a day says nothing. */
const MOST_LOOKS = 1_000;

const aboutOf = ({ stored, id, evaluation }: AskedEvaluation): AskedAbout => ({
  tenant: stored.tenant,
  monitor: stored.monitor,
  id,
  answer: evaluation.answer,
});

export async function askAbout(asked: AskedEvaluation, deps: Deps): Promise<void> {
  const { tenant, monitor } = asked.stored;
  const evaluation = askedKey(tenant, hash('sha256', JSON.stringify([monitor.name, asked.id])));
  const { s3, bucket: Bucket } = deps;
  await s3.send(
    new PutObjectCommand({
      Bucket,
      Key: evaluation,
      Body: JSON.stringify(asked),
      ContentType: 'application/json',
    }),
  );
  await ask(aboutOf(asked), deps.asking);
  const message: AskedMessage = { kind: 'asked', tenant, monitor: monitor.name, evaluation, looks: 0 };
  await sendToMonitors([{ message, delaySeconds: secondsToLook(0) }], deps);
}

export interface AnsweredEvaluation extends AskedEvaluation {
  readonly result: MonitorResult;
}

/** The result, when everybody has answered; else the message is sent once more. */
export async function lookAtAsked(message: AskedMessage, deps: Deps): Promise<AnsweredEvaluation | undefined> {
  const asked = await readAsked(message.evaluation, deps);
  if (!asked) return undefined;
  const replies = await findReplies(aboutOf(asked), deps.asking, message.looks >= MOST_LOOKS);
  if (!replies) {
    const looks = message.looks + 1;
    await sendToMonitors([{ message: { ...message, looks }, delaySeconds: secondsToLook(looks) }], deps);
    return undefined;
  }
  return { ...asked, result: await scoreEvaluation(asked.stored, asked.evaluation, replies) };
}

/** Undefined for one that is older than traces are kept. */
async function readAsked(key: string, { s3, bucket }: Deps): Promise<AskedEvaluation | undefined> {
  const found = await findObject(s3, bucket, key);
  return found && (JSON.parse(await found.transformToString()) as AskedEvaluation);
}
