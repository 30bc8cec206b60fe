import { createStore } from '../store.ts';

let said: readonly string[] = [];
const store = createStore(() => said);

/** Tells that something is done; screen readers read it aloud. What went wrong stays on the page instead. */
export function say(title: string): void {
  said = [...said, title];
  store.changed();
}

/** All that was said since the page was opened. */
export const useSaid = store.use;
