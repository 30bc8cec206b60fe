import { useSyncExternalStore } from 'react';

const QUERIES = ['(max-width: 760px)', '(max-width: 1150px)'] as const;

export type Room = 'little' | 'some' | 'much';

function roomNow(): Room {
  if (matchMedia(QUERIES[0]).matches) return 'little';
  return matchMedia(QUERIES[1]).matches ? 'some' : 'much';
}

/** The room of a phone, of a small window, or of a screen. */
export const useRoom = (): Room =>
  useSyncExternalStore((listener) => {
    const media = QUERIES.map((query) => matchMedia(query));
    for (const one of media) one.addEventListener('change', listener);
    return () => {
      for (const one of media) one.removeEventListener('change', listener);
    };
  }, roomNow);
