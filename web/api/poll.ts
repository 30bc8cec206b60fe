import { isRefused } from './retry.ts';

const QUICK_MS = 1000;
const SLOW_MS = 10_000;

interface Polled<Data> {
  readonly state: { readonly data: Data | undefined; readonly error: unknown };
}

/**
 * How long to wait until the next look: a second while something happens, longer the longer nothing changes. Never after an error
 * that retries did not cure, and never when nothing can change any more. Hidden tabs do not look at all.
 */
export function pollWhile<Data>(isGoing: (data: Data) => boolean): (polled: Polled<Data>) => number | false {
  let last = '';
  let unchanged = 0;
  return ({ state }) => {
    if (state.error) return state.data === undefined || isRefused(state.error) ? false : SLOW_MS;
    if (state.data === undefined) return QUICK_MS;
    if (!isGoing(state.data)) return false;
    const text = JSON.stringify(state.data);
    unchanged = text === last ? unchanged + 1 : 0;
    last = text;
    return Math.min(SLOW_MS, QUICK_MS * 1.3 ** Math.max(0, unchanged - 3));
  };
}
