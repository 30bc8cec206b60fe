import { getHeapStatistics } from 'node:v8';
import { createContext } from './context.mjs';
import { errorPayload, runtimeError } from './errors.mjs';

/** Runs one invocation at a time and posts exactly one answer for each. */
export function createRunner({ handler, post, output, port, runtime }) {
  const takesCallbacks = runtime !== 'nodejs24.x';
  /** The invocation in hand: its id, whether the handler gave a promise, and an answer held until the loop is empty. */
  let current;

  const answer = (invocation, message) => {
    if (current !== invocation) return;
    current = undefined;
    port.ref();
    output.flush();
    post({ ...message, requestId: invocation.requestId, heapBytes: getHeapStatistics().total_heap_size });
  };
  const fail = (invocation, error, fatal = false) => {
    if (current !== invocation) return;
    output.error(fatal ? 'Uncaught Exception' : 'Invoke Error', error);
    answer(invocation, { type: 'error', payload: JSON.stringify(errorPayload(error)), fatal });
  };
  const succeed = (invocation, value) => {
    let payload;
    try {
      payload = JSON.stringify(value === undefined ? null : value) ?? 'null';
    } catch {
      fail(invocation, runtimeError('Runtime.UnknownReason', 'Unable to stringify response body'));
      return;
    }
    answer(invocation, { type: 'response', payload });
  };

  return {
    run({ requestId, payload, traceId, ...details }) {
      const invocation = { requestId, isPromise: false, held: undefined };
      current = invocation;
      output.begin(requestId);
      process.env._X_AMZN_TRACE_ID = traceId;
      // Only the handler's own work keeps the event loop alive now, so that an empty loop can be noticed.
      port.unref();
      const context = createContext({ requestId, ...details }, takesCallbacks);
      const callback = (error, value) => {
        if (error !== undefined && error !== null) fail(invocation, error);
        else if (context.callbackWaitsForEmptyEventLoop) invocation.held ??= { value };
        else succeed(invocation, value);
      };
      if (takesCallbacks) {
        context.done = callback;
        context.succeed = (value) => callback(null, value);
        context.fail = (error) => callback(error ?? 'handled');
      }
      try {
        const event = JSON.parse(payload);
        const result = takesCallbacks ? handler(event, context, callback) : handler(event, context);
        if (typeof result?.then === 'function') {
          invocation.isPromise = true;
          result.then(
            (value) => succeed(invocation, value),
            (error) => fail(invocation, error),
          );
        } else if (!takesCallbacks) succeed(invocation, result);
      } catch (error) {
        fail(invocation, error);
      }
    },

    /** Nothing is left to wait for: a held answer goes out; a promise that can never settle is an error. */
    loopIsEmpty() {
      if (!current) return;
      if (current.held) succeed(current, current.held.value);
      else if (!current.isPromise) succeed(current, null);
      else {
        fail(
          current,
          runtimeError(
            'Runtime.NodeJsExit',
            'The Lambda runtime client detected an unexpected Node.js exit code. This is most commonly caused by a Promise that was never settled.',
          ),
        );
      }
    },

    /** An error nobody caught ends the environment, as it ends the process on AWS. */
    crash(error) {
      if (current) fail(current, error, true);
      else output.error('Uncaught Exception', error);
      process.exit(1);
    },
  };
}
