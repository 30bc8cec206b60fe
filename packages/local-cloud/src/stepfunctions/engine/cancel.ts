import { setMaxListeners } from 'node:events';

/** A controller that is aborted with its parent. `release` must be called when the work is over. */
export function childController(parent: AbortSignal): AbortController & { release(): void } {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  const onAbort = () => controller.abort(parent.reason);
  if (parent.aborted) onAbort();
  else parent.addEventListener('abort', onAbort, { once: true });
  return Object.assign(controller, { release: () => parent.removeEventListener('abort', onAbort) });
}

/** Settles like `work`, or rejects with the signal's reason as soon as it is aborted. */
export function abortable<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** Node fires a longer timer at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

export async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  const until = Date.now() + milliseconds;
  for (let left = milliseconds; left > 0; left = until - Date.now()) {
    let timer: NodeJS.Timeout | undefined;
    try {
      await abortable(
        new Promise<void>((resolve) => {
          timer = setTimeout(resolve, Math.min(left, LONGEST_TIMER));
        }),
        signal,
      );
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Calls `onTime` after so many seconds unless cancelled before. */
export function alarm(seconds: number, onTime: () => void): { cancel(): void; restart(): void } {
  let timer: NodeJS.Timeout | undefined;
  let until = 0;
  const arm = () => {
    const left = until - Date.now();
    timer = setTimeout(() => (until - Date.now() > 0 ? arm() : onTime()), Math.min(Math.max(left, 0), LONGEST_TIMER));
  };
  const restart = () => {
    clearTimeout(timer);
    until = Date.now() + seconds * 1000;
    arm();
  };
  restart();
  return { cancel: () => clearTimeout(timer), restart };
}
