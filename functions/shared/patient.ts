import type { S3ClientConfig } from '@aws-sdk/client-s3';

type RetryStrategy = Extract<
  NonNullable<S3ClientConfig['retryStrategy']>,
  { readonly refreshRetryTokenForRetry: unknown }
>;

const FIRST_WAIT_MS = { THROTTLING: 1_000, TRANSIENT: 50 };
const LONGEST_WAIT_MS = 20_000;

/**
 * Settings of a client that asks a service again, with jitter, which turns it away or cannot be reached. SDKs do so too,
 * but from a purse that all calls of a client share: once it is empty, a call fails with its first refusal.
 * @param attempts 12 take a minute or so; the state machine then has the function try again
 */
export function patient(attempts = 12, longestWaitMs = LONGEST_WAIT_MS): { readonly retryStrategy: RetryStrategy } {
  return {
    retryStrategy: {
      acquireInitialRetryToken: async () => token(0, 0),
      async refreshRetryTokenForRetry(before, { errorType }) {
        const made = before.getRetryCount() + 1;
        const mayPass = errorType === 'THROTTLING' || errorType === 'TRANSIENT';
        if (!mayPass || made >= attempts) throw new Error('The call is not made again.');
        return token(made, Math.random() * Math.min(longestWaitMs, FIRST_WAIT_MS[errorType] * 2 ** made));
      },
      recordSuccess: () => {},
    },
  };
}

const token = (made: number, delayMs: number) => ({ getRetryCount: () => made, getRetryDelay: () => delayMs });
