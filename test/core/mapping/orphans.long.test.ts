import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const STATES = './packages/local-cloud/src/stepfunctions/query-language/jsonata-expression.ts';
/** One step, which nothing within the process can interrupt. */
const ENDLESS = '$match($pad("a", 1000, "a"), /(a+)+b/)';

/** Programs that evaluate an expression as the product does. */
const PROGRAMS = {
  'of a mapping': `import { inSandbox } from './core/sandbox/sandbox.ts';
    const evaluate = (expression) => inSandbox('expressions', { mapping: { expression, field: 'f', maxBytes: 1_000 }, root: {} });`,
  'of a state': `import { evaluateExpression } from '${STATES}';
    const evaluate = (expression) => evaluateExpression('machine', expression, {});`,
};

/** The children of a process that evaluate expressions. */
const evaluatorsOf = (pid: number | undefined): string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((child) => /^\d+$/.test(child) && /expressions\.cjs|evaluate\.mjs/.test(commandOf(child)));

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

it.each(Object.entries(PROGRAMS))('a process %s ends soon after its parent was killed', async (_, program) => {
  const text = `${program}
    await evaluate('1 + 1');
    evaluate(${JSON.stringify(ENDLESS)}).catch(() => {});
    console.log('busy');`;
  const parent = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', text], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(parent.stdout, 'data');
  const [evaluator = ''] = evaluatorsOf(parent.pid);
  expect(commandOf(evaluator)).not.toBe('');
  parent.kill('SIGKILL');
  await once(parent, 'exit');
  await expect.poll(() => commandOf(evaluator), { timeout: 15_000 }).toBe('');
});
