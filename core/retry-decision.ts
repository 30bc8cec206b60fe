import type { RetryPolicy } from '../contracts/evaluation-config.ts';

/** Step Functions waits a year at most; a target that asks for more than an hour is not waited for. */
const LONGEST_RETRY_AFTER_SECONDS = 3_600;

export interface FailedCall {
  readonly errorClass: string;
  /** Calls made so far, this one included. */
  readonly calls: number;
  /** What the target asked for. */
  readonly retryAfterSeconds?: number;
}

/**
 * Seconds to wait before the row is called again, or undefined when it is not. Full jitter: anything between nothing and
 * the exponential step, so that rows that failed together do not come back together. Never earlier than the target asked.
 */
export function retryDelay(
  failed: FailedCall,
  policy: RetryPolicy,
  random: () => number = Math.random,
): number | undefined {
  const { errorClass, calls, retryAfterSeconds = 0 } = failed;
  if (errorClass !== 'transient' || calls >= policy.maxAttempts) return undefined;
  if (retryAfterSeconds > LONGEST_RETRY_AFTER_SECONDS) return undefined;
  // Whole seconds are all a Wait state knows; rounding up keeps what the target asked for.
  return Math.ceil(Math.max(random() * stepOf(policy, calls - 1), retryAfterSeconds));
}

const stepOf = ({ maxIntervalSeconds, intervalSeconds, backoffRate }: RetryPolicy, before: number): number =>
  Math.min(maxIntervalSeconds, intervalSeconds * backoffRate ** before);

/**
 * Seconds until a row is called again that the target turned away for its rate: as it asked for, else by the policy's
 * back-off. It is a second at least, but the first time the target is taken at its word if it says "at once". However often
 * that happens, the policy's attempts are not used up by it.
 */
export function turnedAwayDelay(
  before: number,
  retryAfterSeconds: number | undefined,
  policy: RetryPolicy,
  random: () => number = Math.random,
): number {
  const least = before === 0 && retryAfterSeconds !== undefined ? 0 : 1;
  return Math.max(least, Math.ceil(retryAfterSeconds ?? random() * stepOf(policy, before)));
}
