import { readFile, writeFile } from 'node:fs/promises';
import type { Answer, Recorded } from './answer.ts';

export const TOPICS = ['numbers', 'text', 'casts', 'times', 'json', 'collections', 'aggregates', 'queries'] as const;
export type Topic = (typeof TOPICS)[number];

const fileOf = (topic: Topic): URL => new URL(`./${topic}.jsonl`, import.meta.url);

export async function recordingsOf(topic: Topic): Promise<Recorded[]> {
  const lines = (await readFile(fileOf(topic), 'utf8')).split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

/** Asks the reference the statements of a topic, all or those without an answer, and writes down what it answers. */
export async function record(
  topic: Topic,
  ask: (sql: string) => Promise<Answer>,
  { onlyNew }: { onlyNew: boolean },
): Promise<number> {
  const lines: string[] = [];
  let asked = 0;
  for (const { sql, answer, differs } of (await recordingsOf(topic)) as (Omit<Recorded, 'answer'> &
    Partial<Recorded>)[]) {
    const isKept = onlyNew && answer !== undefined;
    if (!isKept) asked += 1;
    lines.push(JSON.stringify({ sql, answer: isKept ? answer : await ask(sql), differs } satisfies Recorded));
  }
  await writeFile(fileOf(topic), `${lines.join('\n')}\n`);
  return asked;
}

export const isEqual = (one: Answer, other: Answer): boolean => JSON.stringify(one) === JSON.stringify(other);
