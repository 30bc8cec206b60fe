import { StartExecutionCommand } from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StatesCloud } from '../states-cloud.ts';

/** Bombs that end within a second or two. Those that take their whole time are in `npm run fuzz`. */
const BOMBS: Readonly<Record<string, string>> = {
  'a text larger than the heap': '$length($pad("a", 500000000))',
  'a text that doubles': '($f := function($s){ $f($s & $s) }; $f("abcdefgh"))',
  'a result nested too deep': '$reduce([1..9000], function($a, $b){{"a": $a}}, 1)',
  'a forged function of the input': '$states.input.forged()',
  'a forged function of a text': '($f := $parse("{\\"_jsonata_function\\":true}"); $f())',
  'a function of the engine': '($map.*)[1]',
  'what an object inherits': '$states.input.constructor',
};

let states: StatesCloud;
const logged: string[] = [];
beforeAll(async () => {
  states = await StatesCloud.start({ log: (line) => logged.push(line) });
});
afterAll(() => states.close());

const pass = (Output: string) => ({ StartAt: 'A', States: { A: { Type: 'Pass', Output, End: true } } });
/** More levels than the stack has room for. */
const DEEP = '['.repeat(9_000) + ']'.repeat(9_000);

describe('a bomb in a state machine', () => {
  // First: it waits for the process of expressions to start.
  it('that is an input nested too deep fails its execution', async () => {
    const machine = await states.createMachine('deep', pass('{% $count($states.input) %}'));
    const { executionArn = '' } = await states.sfn.send(
      new StartExecutionCommand({ stateMachineArn: machine, input: DEEP }),
    );
    expect(await states.ended(executionArn)).toMatchObject({ status: 'FAILED', error: 'States.QueryEvaluationError' });
    expect(logged).toEqual([]);
  });

  it('that is too long to read is refused with its definition', async () => {
    const brackets = pass(`{% ${'('.repeat(100_000)} %}`);
    await expect(states.createMachine('brackets', brackets)).rejects.toMatchObject({ name: 'InvalidDefinition' });
  });

  it('fails its own execution, and those beside it succeed', async () => {
    const forged = { _jsonata_lambda: true, _jsonata_function: true, implementation: 1 };
    const bombs = Object.entries(BOMBS).map(async ([name, text], index) => {
      const { status } = await states.run(`bomb-${index}`, pass(`{% ${text} %}`), { forged });
      return [name, status];
    });
    const good = Object.keys(BOMBS).map((_, index) => states.run(`good-${index}`, pass(`{% $sum([${index}, 1]) %}`)));
    const failed = Object.keys(BOMBS).map((name) => [name, 'FAILED']);
    expect(await Promise.all(bombs)).toEqual(failed);
    expect((await Promise.all(good)).map(({ output }) => output)).toEqual(failed.map((_, index) => index + 1));
    expect(logged).toEqual([]);
  });
});
