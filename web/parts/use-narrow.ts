import { useSyncExternalStore } from 'react';

const NARROW = '(max-width: 760px)';

/** Whether there is only the room of a phone. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const media = matchMedia(NARROW);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(NARROW).matches,
  );
