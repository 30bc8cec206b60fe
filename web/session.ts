import { createStore } from './store.ts';

/**
 * The key a person is signed in with. Each tab keeps its own copy for as long as it is open; a new tab asks the open ones. Nothing
 * outlives the last tab, and the key is in no address, log or cookie. See docs/decisions/2026-11-18-console-session.md.
 */

const NAME = 'rollcall-key';
/** Open tabs answer within milliseconds. */
const LONGEST_ANSWER_MS = 250;

type Message =
  | { readonly type: 'ask'; readonly id: string }
  | { readonly type: 'answer'; readonly id: string; readonly key: string }
  | { readonly type: 'sign-out'; readonly key: string };

const store = createStore(currentKey);
const tabs = new BroadcastChannel('rollcall-session');
const asked = crypto.randomUUID?.() ?? String(Math.random());

tabs.onmessage = ({ data }: MessageEvent<Message>) => {
  const key = currentKey();
  if (data.type === 'ask' && key) say({ type: 'answer', id: data.id, key });
  if (data.type === 'answer' && data.id === asked && !key) keep(data.key);
  if (data.type === 'sign-out' && data.key === key) forget();
};

const say = (message: Message): void => tabs.postMessage(message);

/** From the address that `rollcall console` opens, where it is behind the `#`, which browsers send to nobody; else from an open tab. */
export async function findKey(): Promise<void> {
  const key = new URLSearchParams(location.hash.slice(1)).get('key');
  if (key) {
    keep(key);
    history.replaceState(null, '', location.pathname + location.search);
  }
  if (currentKey()) return;
  say({ type: 'ask', id: asked });
  await Promise.race([
    new Promise((resolve) => tabs.addEventListener('message', () => currentKey() && resolve(undefined))),
    new Promise((resolve) => setTimeout(resolve, LONGEST_ANSWER_MS)),
  ]);
}

export function currentKey(): string | null {
  return sessionStorage.getItem(NAME);
}

export const signIn = (key: string): void => keep(key);

/** In every tab that has this key. */
export function signOut(): void {
  const key = currentKey();
  if (key) say({ type: 'sign-out', key });
  forget();
}

export const useKey = store.use;

function keep(key: string): void {
  sessionStorage.setItem(NAME, key);
  store.changed();
}

function forget(): void {
  sessionStorage.removeItem(NAME);
  store.changed();
}
