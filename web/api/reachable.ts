import { createStore } from '../store.ts';

let isReachable = true;
const store = createStore(() => isReachable);

/** Whether the last request got an answer, of whatever kind. */
export function noteReachable(now: boolean): void {
  if (now === isReachable) return;
  isReachable = now;
  store.changed();
}

export const useReachable = store.use;
