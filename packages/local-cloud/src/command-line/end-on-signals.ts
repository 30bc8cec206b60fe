import type { LocalCloud } from '../create-local-cloud.ts';
import { log } from './log.ts';

/** How long a clean end may take before it is cut short. */
const GRACE_MS = 2_000;
const PARENT_POLL_MS = 250;

/** The first signal ends cleanly, the second at once. */
export function endOnSignals(starting: Promise<LocalCloud>, endWithParent = false): void {
  let ending = false;
  const end = () => {
    if (ending) process.exit(130);
    ending = true;
    setTimeout(() => process.exit(0), GRACE_MS).unref();
    starting
      .then((cloud) => cloud.close())
      .catch((error: unknown) => log(`While ending: ${String(error)}`))
      .finally(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  if (endWithParent) onOrphaned(end);
}

/** npm passes a SIGTERM on to its shell, and the shell to nobody: its end is the only sign that we are to end. */
function onOrphaned(end: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, PARENT_POLL_MS).unref();
}
