/** Neither States.ALL nor States.TaskFailed stands for it; only its own name does. */
const DATA_LIMIT = 'States.DataLimitExceeded';

/** Does a Retry's or Catch's ErrorEquals match this error name? */
export function errorEquals(names: readonly string[], error: string): boolean {
  // "States.Runtime errors aren't retriable, and will always cause the execution to fail", even where they are named.
  if (error === 'States.Runtime') return false;
  return names.some((name) => {
    if (name === error) return true;
    if (name === 'States.ALL') return error !== DATA_LIMIT;
    if (name === 'States.TaskFailed') return error !== 'States.Timeout' && error !== DATA_LIMIT;
    // A task that stops sending heartbeats has also run out of time.
    if (name === 'States.Timeout') return error === 'States.HeartbeatTimeout';
    return false;
  });
}
