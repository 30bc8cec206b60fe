/**
 * State transitions a second of a state machine of ten Pass states, on one core, in JSONata and in JSONPath:
 * `npx tsx packages/local-cloud/bench/transitions.ts`.
 * Printed beside what the same machine does in a plain loop of JSON work, so that figures of two machines can be compared.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CloudContext } from '../src/cloud-context.ts';
import { createCloud } from '../src/create-cloud.ts';
import { createStepFunctionsService } from '../src/stepfunctions/service.ts';

const STATES = 10;
const EXECUTIONS = 1000;
const AT_ONCE = 10;
const TARGET = 2000;

const FIELDS = {
  JSONata: { Output: { count: '{% $states.input.count + 1 %}', text: '{% $states.input.text %}' } },
  JSONPath: { Parameters: { 'count.$': 'States.MathAdd($.count, 1)', 'text.$': '$.text' } },
};
type Language = keyof typeof FIELDS;

function tenPasses(language: Language): string {
  const states = Array.from({ length: STATES }, (_, index) => [
    `Pass${index}`,
    { Type: 'Pass', ...FIELDS[language], ...(index + 1 < STATES ? { Next: `Pass${index + 1}` } : { End: true }) },
  ]);
  return JSON.stringify({ QueryLanguage: language, StartAt: 'Pass0', States: Object.fromEntries(states) });
}

/** Parses and writes a small event as often as it can in a second. */
function plainLoop(): number {
  const text = JSON.stringify({ id: 1, type: 'PassStateEntered', details: { name: 'Pass0', input: '{"count":1}' } });
  const until = performance.now() + 1000;
  let rounds = 0;
  for (; performance.now() < until; rounds++) JSON.stringify(JSON.parse(text));
  return rounds;
}

async function transitions(context: CloudContext, language: Language): Promise<number> {
  const call = <Output>(operation: string, input: unknown) =>
    context.call<Output>('states', operation, input, context.administrator);
  const { stateMachineArn } = await call<{ stateMachineArn: string }>('CreateStateMachine', {
    name: language,
    definition: tenPasses(language),
    roleArn: `arn:aws:iam::${context.accountId}:role/bench`,
  });
  const ended = new Map<string, () => void>();
  context.events.on('states:status-change', ({ name, status }) => {
    if (status !== 'RUNNING') ended.get(String(name))?.();
  });
  const run = async (name: string) => {
    const end = new Promise<void>((resolve) => ended.set(name, resolve));
    await call('StartExecution', { stateMachineArn, name, input: '{"count":0,"text":"roll call"}' });
    await end;
    ended.delete(name);
  };
  for (let index = 0; index < 50; index++) await run(`warm-up-${index}`);

  const start = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < EXECUTIONS) await run(`run-${next++}`);
    }),
  );
  return (EXECUTIONS * STATES) / ((performance.now() - start) / 1000);
}

const dataDir = await mkdtemp(join(tmpdir(), 'local-cloud-bench-'));
const cloud = await createCloud({
  dataDir,
  port: 0,
  services: async (context) => [await createStepFunctionsService(context)],
  authorize: () => {},
});
try {
  const baseline = plainLoop();
  console.log(`baseline           ${Math.round(baseline)} JSON round trips/s`);
  for (const language of ['JSONata', 'JSONPath'] as const) {
    const rate = await transitions(cloud.context, language);
    console.log(`${language.padEnd(18)} ${Math.round(rate)} transitions/s (target ${TARGET})`);
    console.log(`ratio              ${(rate / baseline).toFixed(5)} transitions per round trip`);
    if (rate < TARGET) process.exitCode = 1;
  }
} finally {
  await cloud.close();
  await rm(dataDir, { recursive: true, force: true });
}
