import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { harden } from './harden.ts';
import { onLines } from './lines.ts';
import type { SandboxKind } from './start-process.ts';

const WATCHES_EVERY_MS = 1_000;
const ENDS_AFTER_MS = 10_000;

/**
 * The program of a sandbox process: a task a line in, an answer a line out.
 *
 * @param run gives its answer as JSON text
 */
export async function serve<Task>(kind: SandboxKind, run: (task: Task) => Promise<string>): Promise<void> {
  const { stdin, stdout } = process;
  const began = watched();
  let last: Promise<void> = Promise.resolve();
  const write = (line: string) => new Promise<void>((resolve) => stdout.write(`${line}\n`, () => resolve()));
  const answer = async (line: string) => {
    Atomics.store(began, 0, BigInt(Date.now()));
    // The answer has left before the next task begins: a task that ends the process takes no other's answer with it.
    await write(await run(JSON.parse(line)).then((json) => `+${json}`, failure));
    Atomics.store(began, 0, 0n);
  };
  onLines(stdin, (line) => {
    last = last.then(() => answer(line));
  });
  stdin.on('end', () => process.exit());
  harden(kind);
  await write('ready');
}

function failure(error: unknown): string {
  const { name, message } = error as Error;
  return `-${JSON.stringify({ name, message })}`;
}

/** When the task of now began. Whoever started this process may be gone while it is in a step that never ends. */
function watched(): BigInt64Array {
  const began = new BigInt64Array(new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT));
  const watch = `const { workerData } = require('node:worker_threads');
    setInterval(() => {
      const began = Number(Atomics.load(workerData, 0));
      if (began && Date.now() - began > ${ENDS_AFTER_MS}) process.kill(process.pid, 'SIGKILL');
    }, ${WATCHES_EVERY_MS});`;
  new Worker(watch, { eval: true, workerData: began, env: {} }).unref();
  return began;
}
