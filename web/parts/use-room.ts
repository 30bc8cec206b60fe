import { useSyncExternalStore } from 'react';

const LITTLE = matchMedia('(max-width: 760px)');
const SOME = matchMedia('(max-width: 1150px)');

export type Room = 'little' | 'some' | 'much';

function roomNow(): Room {
  if (LITTLE.matches) return 'little';
  return SOME.matches ? 'some' : 'much';
}

function subscribe(listener: () => void): () => void {
  for (const one of [LITTLE, SOME]) one.addEventListener('change', listener);
  return () => {
    for (const one of [LITTLE, SOME]) one.removeEventListener('change', listener);
  };
}

/** The room of a phone, of a small window, or of a screen. */
export const useRoom = (): Room => useSyncExternalStore(subscribe, roomNow);
