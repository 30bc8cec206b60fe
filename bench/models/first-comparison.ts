import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startModelApis } from '../../examples/model-apis/model-apis.ts';

/**
 * From nothing to two prompts compared on two models, against the simulated OpenAI: `npx tsx bench/models/first-comparison.ts`.
 * The first run in a new folder starts a local cloud as well. All of it may take 60 s.
 */
const MOST_SECONDS = 60;
const apis = await startModelApis({ key: 'sk-simulated' });
const folder = mkdtempSync(join(tmpdir(), 'rollcall-first-'));
const env = { ...process.env, OPENAI_API_KEY: 'sk-simulated', NO_COLOR: '1' };

const COMMANDS = {
  init: ['init', '--model', 'openai/gpt-4.1', '--model', 'openai/gpt-4.1-mini', '--url', `${apis.url}/v1`],
  plan: ['plan', 'eval.yaml'],
  run: ['run', 'eval.yaml', '--data', join(folder, '.rollcall')],
};

const began = performance.now();
const took: Record<string, { seconds: number }> = {};
const secondsSince = (start: number): number => Number(((performance.now() - start) / 1000).toFixed(1));
// The simulators live in this process, which must go on while a command runs.
for (const [name, words] of Object.entries(COMMANDS)) {
  const start = performance.now();
  const said = await new Promise<string>((done, failed) => {
    execFile(
      process.execPath,
      [resolve('bin/rollcall.js'), ...words],
      { cwd: folder, env },
      (error, stdout, stderr) => {
        // 1: the thresholds are not met, which is for the models to see to.
        if (error && error.code !== 1) failed(new Error(`${name}: ${stderr}`));
        else done(stdout);
      },
    );
  });
  took[name] = { seconds: secondsSince(start) };
  if (name === 'run') console.log(said.split('\n').slice(0, 12).join('\n'));
}
took.all = { seconds: secondsSince(began) };
console.table(took);
await apis.close();
rmSync(folder, { recursive: true, force: true });
if (took.all.seconds > MOST_SECONDS) throw new Error(`It took more than ${MOST_SECONDS} s.`);
