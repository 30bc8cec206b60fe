import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passesFilter } from '../../../client/traces/passes-filter.ts';
import { MappedColumns } from '../../../core/export/mapped-columns.ts';
import { evaluateAll } from '../../../core/mapping/evaluate-all.ts';
import { withSandbox } from '../../../core/sandbox/sandbox.ts';
import { finishAnswer } from '../../../functions/caller/finish-answer.ts';
import { rowInput } from '../../../functions/caller/row-input.ts';
import { evaluateExpression } from '../../../packages/local-cloud/src/stepfunctions/query-language/jsonata-expression.ts';
import { evaluateHere } from '../../../web/parts/target-form/evaluate-here.ts';
import {
  anyEscape,
  BOMBS,
  ESCAPED,
  ESCAPES,
  HOSTILE_ROW,
  LARGE_ROW,
  realm,
  SLOW_BOMBS,
} from '../../support/escapes.ts';
import { score } from '../scoring/score.ts';

const ANSWER = { actualOutput: 'a', fullResponse: '{}', fullResponseBody: '{}', latencyMs: 1 };
const maxBytes = 262_144;

type Place = (expression: string, root: { sample_id: string; row_index: number; input: object }) => Promise<unknown>;

/** Every place that takes an expression, by what gives its value. */
const PLACES: Readonly<Record<string, Place>> = {
  'a mapping of rows': (inputMapping, { input }) => {
    const columns = { input: JSON.stringify(input), expected: null, metadata: null };
    const row = { sample_id: 's', row_index: 0, ...columns, previous_attempts: 0 };
    return rowInput({ run: { executionMode: 'tool', inputMapping }, row }, maxBytes, () => undefined);
  },
  'a mapping of answers': async (outputMapping, root) => {
    const outcome = await finishAnswer({ executionMode: 'tool', outputMapping }, ANSWER, root);
    return outcome.kind === 'failed' ? Promise.reject(outcome.error) : outcome;
  },
  'an evaluator': (expression, root) => score({ type: 'jsonata', expression }, 'a', undefined, root),
  'a filter of a monitor': (filter, root) => passesFilter(filter, root),
  'a column of an export': (expression, root) => new MappedColumns({ column: expression }).evaluate(root),
  'an expression of a job or a thread': (expression, root) => evaluateAll({ expression, field: 'job', maxBytes }, root),
  'the preview of the console': async (expression, root) => {
    const { value, problem } = await evaluateHere(expression, root);
    return problem === undefined ? value : Promise.reject(new Error(problem));
  },
  'a state of the local cloud': (expression, root) =>
    evaluateExpression('machine', `$root.(${expression.replaceAll('$$', '$root')})`, { root }),
};
const rootOf = (input: object) => ({ sample_id: 's', row_index: 0, input });

/** Reading an expression takes longer than evaluating it. `npm run fuzz` has all of them everywhere. */
const SHARES = 2;
const before = realm();

async function holds(place: Place, expressions: readonly string[], input: object = HOSTILE_ROW): Promise<void> {
  const outcomes = await Promise.allSettled(expressions.map(async (expression) => place(expression, rootOf(input))));
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.status === 'rejected') expect(outcome.reason, expressions[index]).toBeInstanceOf(Error);
    else expect(String(JSON.stringify(outcome.value)), expressions[index]).not.toMatch(ESCAPED);
  }
  expect(realm()).toBe(before);
  // What comes after is evaluated as ever.
  expect(await place('$sum([20, 22])', rootOf({})).catch(String)).toSatisfy((value) =>
    /42|false|score/.test(JSON.stringify(value)),
  );
}

describe('escapes and bombs', () => {
  it.each(Object.keys(PLACES))('cost their row only as %s', async (name) => {
    const mine = Object.keys(PLACES).indexOf(name) % SHARES;
    const expressions = ESCAPES.filter((_, index) => process.env.ROLLCALL_FUZZ || index % SHARES === mine);
    expect(expressions.length).toBeGreaterThan(300);
    await withSandbox(() => holds(PLACES[name] as Place, expressions));
  });

  it.each([
    'a mapping of rows',
    'the preview of the console',
    ...(process.env.ROLLCALL_FUZZ ? ['a state of the local cloud'] : []),
  ])('of lists cost their row only as %s', async (name) => {
    const bombs = process.env.ROLLCALL_FUZZ ? [...BOMBS, ...SLOW_BOMBS] : BOMBS;
    await withSandbox(() => holds(PLACES[name] as Place, bombs, LARGE_ROW));
  });

  it('within one another cost their row only', async () => {
    const texts = fc.array(anyEscape, { minLength: 1, maxLength: 5 });
    const property = fc.asyncProperty(fc.constantFrom(...Object.values(PLACES)), texts, (place, made) =>
      holds(place, made),
    );
    await withSandbox(() => fc.assert(property, { numRuns: Number(process.env.ROLLCALL_FUZZ ?? 20) }));
  });
});
