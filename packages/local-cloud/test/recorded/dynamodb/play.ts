import { readFile, writeFile } from 'node:fs/promises';
import { type Answer, call } from './call.ts';
import type { Recorded } from './case.ts';
import { TOPICS } from './topics.ts';

export interface Difference {
  readonly place: string;
  readonly operation: string;
  readonly request: object;
  readonly expected: Answer | Recorded['aws'];
  readonly found: Answer;
}

const fileOf = (topic: string): URL => new URL(`./${topic}.jsonl`, import.meta.url);

export async function recordingsOf(topic: string): Promise<Recorded[]> {
  const lines = (await readFile(fileOf(topic), 'utf8')).split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

/** Plays a topic against an endpoint that has none of its tables, and tells what is not as recorded. */
export async function play(endpoint: string, topic: string, isReference: boolean): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const [index, recorded] of (await recordingsOf(topic)).entries()) {
    const { operation, request, aws, status, answer } = recorded;
    const found = await call(endpoint, recorded);
    const isEqual =
      aws && !isReference ? isAsAwsSays(found, aws) : JSON.stringify(found) === JSON.stringify({ status, answer });
    const expected = aws && !isReference ? aws : { status, answer };
    if (!isEqual) differences.push({ place: `${topic}.jsonl:${index + 1}`, operation, request, expected, found });
  }
  return differences;
}

function isAsAwsSays({ status, answer }: Answer, aws: NonNullable<Recorded['aws']>): boolean {
  if (status !== aws.status || (answer as { error?: string }).error !== aws.error) return false;
  return aws.answer === undefined || JSON.stringify(answer) === JSON.stringify(aws.answer);
}

/** Asks a reference everything anew and writes its answers down. */
export async function record(endpoint: string, topic: string): Promise<number> {
  const cases = TOPICS[topic]?.() ?? [];
  const lines: string[] = [];
  for (const one of cases) lines.push(JSON.stringify({ ...one, ...(await call(endpoint, one)) }));
  await writeFile(fileOf(topic), `${lines.join('\n')}\n`);
  return cases.length;
}

/** Drops the tables that the cases make, so that a topic starts from nothing. */
export async function forget(endpoint: string): Promise<void> {
  for (const TableName of ['things', 'plain', 'provisioned', 'indexed', 'local', 'both-ways']) {
    await call(endpoint, { operation: 'DeleteTable', request: { TableName } });
  }
}
