// What runs inside an execution environment (a worker thread): the counterpart of AWS's Node.js runtime.
// Plain JavaScript, because the thread is started without the TypeScript loader the local cloud itself runs with.
import { parentPort, workerData } from 'node:worker_threads';
import { errorPayload, runtimeError } from './errors.mjs';
import { loadHandler } from './load-handler.mjs';
import { captureOutput } from './output.mjs';
import { reachPrefixedHosts } from './prefixed-hosts.mjs';
import { createRunner } from './run.mjs';

const post = (message) => parentPort.postMessage(message);
const output = captureOutput(post, workerData.logging);
guardProcess();
reachPrefixedHosts(process.env.AWS_ENDPOINT_URL);

try {
  const { handler, compiled } = await loadHandler(workerData);
  const runner = createRunner({
    handler,
    post: compiled && !workerData.cachedData ? tellCompiledOnce(compiled) : post,
    output,
    port: parentPort,
    runtime: workerData.runtime,
  });
  process.on('uncaughtException', (error) => runner.crash(error));
  process.on('unhandledRejection', (reason) => runner.crash(unhandledRejection(reason)));
  process.on('beforeExit', () => runner.loopIsEmpty());
  parentPort.on('message', (invocation) => runner.run(invocation));
  post({ type: 'ready' });
} catch (error) {
  output.error('Uncaught Exception', error);
  post({ type: 'init-error', payload: JSON.stringify(errorPayload(error)) });
  process.exit(1);
}

/** After the first answer most of what an invocation needs has been compiled: the next thread is spared that. */
function tellCompiledOnce(compiled) {
  let told = false;
  return (message) => {
    post(message);
    if (told || message.fatal) return;
    told = true;
    post({ type: 'compiled', cachedData: compiled() });
  };
}

function unhandledRejection(reason) {
  const error = runtimeError('Runtime.UnhandledPromiseRejection', String(reason));
  error.reason = errorPayload(reason);
  return error;
}

/** In a thread `process.pid` is the whole local cloud's: a handler that signals itself must end only its own thread. */
function guardProcess() {
  process.kill = (pid) => {
    if (pid === process.pid) process.exit(1);
    throw Object.assign(new Error('kill EPERM'), { code: 'EPERM', errno: -1, syscall: 'kill' });
  };
}
