import { useSyncExternalStore } from 'react';

/** The key a person is signed in with. It lives as long as the tab does, and stands in no address and no log. */

const NAME = 'rollcall-key';
const listeners = new Set<() => void>();

/** `rollcall console` opens the page with the key behind the `#`, which browsers send to nobody. */
export function takeKeyFromAddress(): void {
  const key = new URLSearchParams(location.hash.slice(1)).get('key');
  if (!key) return;
  sessionStorage.setItem(NAME, key);
  history.replaceState(null, '', location.pathname + location.search);
}

export const currentKey = (): string | null => sessionStorage.getItem(NAME);

export function signIn(key: string): void {
  sessionStorage.setItem(NAME, key);
  tell();
}

export function signOut(): void {
  sessionStorage.removeItem(NAME);
  tell();
}

export function useKey(): string | null {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentKey);
}

function tell(): void {
  for (const listener of listeners) listener();
}
