import { useCallback } from 'react';
import { useSearchParams } from 'wouter';

type Patch = Readonly<Record<string, string | undefined>>;

/** What opens above a view: the browser's Back closes it again. */
const OPENED = ['row', 'item', 'thread'];

/** What a view shows is in its address, so that a link shows a colleague the same. */
export function useUrlState(): [URLSearchParams, (patch: Patch) => void] {
  const [parameters, setParameters] = useSearchParams();
  const set = useCallback(
    (patch: Patch) => {
      const now = new URLSearchParams(location.search);
      if (closesOnly(patch, now) && history.state?.opened) {
        // Pressed twice, Escape goes back once.
        history.replaceState(null, '');
        return history.back();
      }
      const opens = OPENED.some((name) => patch[name] && !now.has(name));
      setParameters((before) => patched(before, patch), {
        replace: !opens,
        state: opens ? { opened: true } : history.state,
      });
    },
    [setParameters],
  );
  return [parameters, set];
}

const closesOnly = (patch: Patch, now: URLSearchParams): boolean =>
  Object.entries(patch).every(([name, value]) => !value && OPENED.includes(name) && now.has(name));

function patched(before: URLSearchParams, patch: Patch): URLSearchParams {
  const next = new URLSearchParams(before);
  for (const [name, value] of Object.entries(patch)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}
