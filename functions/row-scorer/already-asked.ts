import { setTimeout as sleep } from 'node:timers/promises';
import { readItemRows } from '../../client/jobs/item-lines.ts';
import type { Question } from '../../core/scoring/questions.ts';
import { runRecordSchema } from '../../domain/run-records/run-record.ts';
import type { Asker } from './asker.ts';
import type { ScorerDependencies } from './dependencies.ts';
import { listOpen, noteOpen, withdraw } from './kept-replies.ts';

/** A run that is noted as open has a record a moment later. One that has none by then was cut off. */
const LOOK_MS = 100;
const MOST_LOOKS = 30;

const standingSchema = runRecordSchema.pick({ status: true, finished_at: true, items_key: true });

/**
 * The run of another evaluation that asks one of these questions at this moment: it is waited for, so that nobody pays twice.
 * Each notes that it is about to ask before it looks for others; of two that find each other the second by name stands back.
 */
export async function alreadyAsked(
  asker: Asker,
  { runId, questions, asked }: { runId: string; questions: readonly Question[]; asked: readonly string[] },
  deps: ScorerDependencies,
): Promise<string | undefined> {
  const wanted = new Set(questions.map(({ id }) => id));
  let isNoted = false;
  const standBack = async () => {
    if (isNoted) await withdraw(asker, runId, deps);
    isNoted = false;
  };
  for (let look = 0; look < MOST_LOOKS; look++) {
    const { going, coming } = await othersOf(runId, asked, asker, deps);
    for (const { id, itemsKey } of going) {
      const theirs = await readItemRows(deps.s3, deps.bucket, itemsKey);
      if (!theirs.some(({ sample_id }) => wanted.has(sample_id))) continue;
      await standBack();
      return id;
    }
    if (coming.length === 0 && isNoted) return undefined;
    const isSecond = coming.some((id) => id < runId);
    if (isSecond) await standBack();
    else if (!isNoted) {
      await noteOpen(asker, runId, deps);
      isNoted = true;
      continue;
    }
    await sleep(LOOK_MS);
  }
  return undefined;
}

/** Runs that ask the same somebody and go on, and those that are about to. One that is paused is not waited for. */
async function othersOf(runId: string, asked: readonly string[], asker: Asker, deps: ScorerDependencies) {
  const ids = (await listOpen(asker, deps)).filter((id) => id !== runId && !asked.includes(id));
  const found = await Promise.all(
    ids.map(async (id) => ({ id, record: await deps.runs.findPart(id, standingSchema) })),
  );
  return {
    coming: found.filter(({ record }) => !record).map(({ id }) => id),
    going: found.flatMap(({ id, record }) => {
      const isGoing = !record?.finished_at && (record?.status === 'pending' || record?.status === 'running');
      return isGoing && record.items_key ? [{ id, itemsKey: record.items_key }] : [];
    }),
  };
}
