import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AthenaCloud, OUTPUT } from '../../athena/athena-cloud.ts';
import type { Answer, Recorded } from './answer.ts';
import { askAthena } from './ask-athena.ts';
import { isEqual, recordingsOf, TOPICS } from './recordings.ts';

let cloud: AthenaCloud;
const ask = (statements: readonly string[]) => askAthena(cloud.athena, statements, OUTPUT);

beforeAll(async () => {
  cloud = await AthenaCloud.start();
});
afterAll(() => cloud.end());

/** A query that gave one value: many of them can be asked at once, which takes a fraction of the time. */
const isOneValue = ({ answer, differs }: Recorded): boolean =>
  differs === undefined && 'rows' in answer && answer.types.length === 1 && answer.rows.length === 1;

const asValue = ({ sql }: Recorded): string =>
  / FROM | WHERE |WITH |UNION|HAVING|VALUES|TABLE|;/.test(sql) ? `(${sql})` : sql.replace(/^SELECT /, '');

const TOGETHER = 20;

async function answersOf(recordings: readonly Recorded[]): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>();
  const values = recordings.filter(isOneValue);
  const groups = Array.from({ length: Math.ceil(values.length / TOGETHER) }, (_none, index) =>
    values.slice(index * TOGETHER, (index + 1) * TOGETHER),
  );
  const given = await ask(groups.map((group) => `SELECT ${group.map(asValue).join(', ')}`));
  for (const [number, answer] of given.entries()) {
    if ('error' in answer) continue;
    for (const [index, { sql, answer: recorded }] of (groups[number] ?? []).entries()) {
      const own = { types: [answer.types[index] ?? ''], rows: [[answer.rows[0]?.[index] ?? null]] };
      // What is not as it was recorded is asked again on its own.
      if (isEqual(own, recorded)) answers.set(sql, own);
    }
  }
  const others = recordings.filter(({ sql }) => !answers.has(sql)).map(({ sql }) => sql);
  for (const [index, answer] of (await ask(others)).entries()) answers.set(others[index] ?? '', answer);
  return answers;
}

describe('Athena answers as the reference did', () => {
  for (const topic of TOPICS) {
    it(`about ${topic}, but for what is known to differ`, async () => {
      const recordings = await recordingsOf(topic);
      const answers = await answersOf(recordings);
      const unexpected = recordings.filter(({ sql, answer, differs }) => {
        const found = answers.get(sql);
        return found && isEqual(found, answer) === (differs !== undefined);
      });
      expect(unexpected.map((recorded) => ({ ...recorded, found: answers.get(recorded.sql) }))).toEqual([]);
    });
  }

  it('in at least 1,000 statements', async () => {
    const counts = await Promise.all(TOPICS.map(async (topic) => (await recordingsOf(topic)).length));
    expect(counts.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(1000);
  });
});
