import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AthenaCloud, OUTPUT } from '../../athena/athena-cloud.ts';
import type { Answer, Recorded } from './answer.ts';
import { askAthena } from './ask-athena.ts';
import { isEqual, recordingsOf, TOPICS } from './recordings.ts';

let cloud: AthenaCloud;
const ask = (sql: string) => askAthena(cloud.athena, sql, OUTPUT);

beforeAll(async () => {
  cloud = await AthenaCloud.start();
});
afterAll(() => cloud.end());

/** `SELECT` of one expression that gave one value: many of them can be asked at once, which takes a fraction of the time. */
const isOneValue = ({ sql, answer, differs }: Recorded): boolean =>
  differs === undefined && 'rows' in answer && answer.types.length === 1 && !/ FROM | WHERE |;|UNION|HAVING/.test(sql);

const AT_ONCE = 20;

async function answersOf(recordings: readonly Recorded[]): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>();
  const together = recordings.filter(isOneValue);
  for (let start = 0; start < together.length; start += AT_ONCE) {
    const some = together.slice(start, start + AT_ONCE);
    const answer = await ask(`SELECT ${some.map(({ sql }) => sql.replace(/^SELECT /, '')).join(', ')}`);
    if ('error' in answer) continue;
    for (const [index, { sql }] of some.entries()) {
      answers.set(sql, { types: [answer.types[index] ?? ''], rows: [[answer.rows[0]?.[index] ?? null]] });
    }
  }
  for (const { sql } of recordings) if (!answers.has(sql)) answers.set(sql, await ask(sql));
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

  it('in at least 400 statements', async () => {
    const counts = await Promise.all(TOPICS.map(async (topic) => (await recordingsOf(topic)).length));
    expect(counts.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(400);
  });
});
