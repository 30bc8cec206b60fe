import { DescribeExecutionCommand, StartExecutionCommand, StopExecutionCommand } from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
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
/** A pattern whose time doubles with each letter. */
const ENDLESS = '/^(a+)+$/';
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

  it('that cannot be interrupted delays its own machine alone', async () => {
    const machine = await states.createMachine('endless', pass(`{% $match($states.input.text, ${ENDLESS}) %}`));
    const endless = await states.startMachine(machine, { text: `${'a'.repeat(40)}!` });
    await vi.waitFor(async () => expect(await states.eventTypes(endless)).toContain('PassStateEntered'));
    const began = performance.now();
    const quick = await states.run('quick', pass('{% $sum([1, 2]) %}'));
    expect(quick).toMatchObject({ status: 'SUCCEEDED', output: 3 });
    // A process starts in a tenth of a second; a machine whose other tests run beside this one is slower.
    expect(performance.now() - began).toBeLessThan(3_000);
    const { status } = await states.sfn.send(new DescribeExecutionCommand({ executionArn: endless }));
    expect(status).toBe('RUNNING');
    await states.sfn.send(new StopExecutionCommand({ executionArn: endless }));
  });
});
