import { useState } from 'react';

/** What a dialog does: it closes when that is done, and otherwise says why. */
export function useWork(work: () => Promise<unknown>, onDone: () => void) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const begin = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await work();
      onDone();
    } catch (problem) {
      setError(problem);
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, begin };
}
