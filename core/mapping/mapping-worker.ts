import { fileURLToPath } from 'node:url';
import { isMainThread, type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads';
import { type ErrorName, RollcallError } from '../../contracts/errors.ts';
import { evaluateBounded } from './evaluate-bounded.ts';
import { MAPPING_LIMITS } from './limits.ts';
import type { Mapping } from './mapping.ts';

/**
 * Expressions that can loop run in a thread of their own. The limits inside it stop what goes step by step; a single
 * step that never ends (a regular expression that backtracks for ever) or eats all memory ends with the thread.
 */
const ROLE = 'rollcall mapping worker';
const STARTS_WITHIN_MS = 20_000;
/** The thread's own deadline comes first; this one is for steps that cannot be interrupted. */
const ANSWERS_WITHIN_MS = MAPPING_LIMITS.milliseconds + 500;

type Reply = { ready: true } | { json: string } | { failure: { name: ErrorName; message: string } };

let idle: Worker | undefined;
let last: Promise<unknown> = Promise.resolve();

/** One after the other: a thread of its own for each of many rows side by side takes far longer to start than to answer. */
export function evaluateInWorker(mapping: Mapping, root: unknown): Promise<string> {
  const value = last.then(() => evaluateAlone(mapping, root));
  last = value.catch(() => {});
  return value;
}

async function evaluateAlone(mapping: Mapping, root: unknown): Promise<string> {
  const worker = idle ?? (await startWorker());
  idle = undefined;
  worker.ref();
  try {
    const reply = await nextReply(worker, ANSWERS_WITHIN_MS, () => worker.postMessage({ mapping, root }));
    worker.unref();
    idle = worker;
    if ('json' in reply) return reply.json;
    if ('failure' in reply) throw new RollcallError(reply.failure.name, reply.failure.message);
    throw new RollcallError('MappingFailed', 'it gave no answer');
  } finally {
    if (idle !== worker) await worker.terminate();
  }
}

/** The thread loads the bundle this file is part of. It is given no environment: credentials have no business there. */
async function startWorker(): Promise<Worker> {
  const options = {
    workerData: ROLE,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MAPPING_LIMITS.workerMegabytes },
  };
  const worker = import.meta.url.endsWith('.ts')
    ? new Worker(FROM_SOURCE, { ...options, eval: true })
    : new Worker(new URL(import.meta.url), options);
  await nextReply(worker, STARTS_WITHIN_MS, () => {});
  return worker;
}

/** Unbundled, this file is TypeScript, which a thread does not load by itself. */
const FROM_SOURCE = `require('tsx/cjs/api').require(${JSON.stringify(fileURLToPath(import.meta.url))}, __filename)`;

function nextReply(worker: Worker, withinMs: number, send: () => void): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer);
      for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
      // An error after the answer must not become an uncaught one.
      worker.on('error', () => {});
      settle();
    };
    const ranOut = (what: string) => end(() => reject(new RollcallError('MappingTimeout', `it ran out of ${what}`)));
    const timer = setTimeout(() => ranOut(`time (${withinMs} ms)`), withinMs);
    worker.on('message', (reply: Reply) => end(() => resolve(reply)));
    worker.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? ranOut(`memory (${MAPPING_LIMITS.workerMegabytes} MB)`)
        : end(() =>
            reject(new RollcallError('MappingFailed', `its thread failed: ${error.message}`, { cause: error })),
          ),
    );
    worker.on('exit', () => ranOut('its thread'));
    send();
  });
}

function serve(port: MessagePort): void {
  port.on('message', async ({ mapping, root }: { mapping: Mapping; root: unknown }) => {
    try {
      port.postMessage({ json: await evaluateBounded(mapping, root) } satisfies Reply);
    } catch (error) {
      const { name, message } = error as RollcallError;
      port.postMessage({ failure: { name: name as ErrorName, message } } satisfies Reply);
    }
  });
  port.postMessage({ ready: true } satisfies Reply);
}

if (!isMainThread && workerData === ROLE && parentPort) serve(parentPort);
