import { useCallback } from 'react';
import { useSearchParams } from 'wouter';

type Patch = Readonly<Record<string, string | undefined>>;

/** What a view shows stands in its address, so that a link shows a colleague the same. */
export function useUrlState(): [URLSearchParams, (patch: Patch) => void] {
  const [parameters, setParameters] = useSearchParams();
  const set = useCallback(
    (patch: Patch) =>
      setParameters(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(patch)) {
            if (value === undefined || value === '') next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace: true },
      ),
    [setParameters],
  );
  return [parameters, set];
}
