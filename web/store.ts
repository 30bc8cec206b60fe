import { useSyncExternalStore } from 'react';

/** A value that components follow. */
export function createStore<Value>(read: () => Value) {
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    changed() {
      for (const listener of listeners) listener();
    },
    use: (): Value => useSyncExternalStore(subscribe, read),
  };
}
