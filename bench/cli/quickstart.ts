import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';

/**
 * How long `npm start` takes to show its first result: `node --import tsx bench/cli/quickstart.ts [again]`. On two idle cores
 * it may take 10 s after `npm ci`; with `again` nothing is forgotten first, as when it is started a second time.
 */
const isAgain = process.argv[2] === 'again';
if (!isAgain) {
  // What `npm ci` leaves nothing of.
  for (const folder of ['node_modules/.cache/rollcall', '.rollcall-quickstart']) {
    rmSync(folder, { recursive: true, force: true });
  }
  const preparing = performance.now();
  execFileSync(process.execPath, ['bin/prepare.js']);
  const seconds = (performance.now() - preparing) / 1000;
  console.log(`Of npm ci it takes ${seconds.toFixed(1)} s to put together what npm start loads.`);
}

const MILESTONES: readonly [what: string, pattern: RegExp][] = [
  ['it says what it does', /^Rollcall: /m],
  ['the stacks are up', /^The stacks are up/m],
  ['the first command begins', /^\$ rollcall run/m],
  ['the first result', /: running, [1-9]\d*\/\d+ rows|^ +rows /m],
  ['the first run is over', /^ +rows /m],
  ['done', /^Done in/m],
];

const began = performance.now();
// The shell tells what all of its children have used.
const child = spawn('bash', ['-c', 'npm start --silent </dev/null 2>&1; code=$?; times; exit $code'], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, NO_COLOR: '1' },
});
let said = '';
const reached = new Map<string, number>();
child.stdout.on('data', (chunk: Buffer) => {
  said += chunk;
  for (const [what, pattern] of MILESTONES) {
    if (!reached.has(what) && pattern.test(said)) reached.set(what, (performance.now() - began) / 1000);
  }
});
const [code] = await once(child, 'close');
if (code !== 0) throw new Error(`npm start ended with ${code}:\n${said}`);

console.table(
  Object.fromEntries([...reached].map(([what, seconds]) => [what, { seconds: Number(seconds.toFixed(1)) }])),
);
console.log(`CPU of all processes, user and system: ${said.trimEnd().split('\n').at(-1)}`);
