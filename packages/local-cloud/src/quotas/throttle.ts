import { AwsError } from '../aws-error.ts';
import { type ApiQuota, type ApiQuotas, AWS_QUOTAS } from './api-quotas.ts';

/** Takes one call of an operation from its quota, or answers as AWS does when there is none left. */
export type Throttle = (service: string, operation: string) => void;

export interface ThrottleOptions {
  /** In the place of AWS's own, operation by operation; `none` throttles nothing. */
  readonly quotas?: ApiQuotas | 'none';
  /** Milliseconds, for tests that let hours go by. */
  readonly now?: () => number;
  readonly log?: (line: string) => void;
}

/** What services call it that have a name of their own for it. */
const REFUSALS: Readonly<Record<string, () => AwsError>> = {
  dynamodb: () =>
    new AwsError(
      'ProvisionedThroughputExceededException',
      'The level of configured provisioned throughput for the table was exceeded.',
    ),
  lambda: () => new AwsError('TooManyRequestsException', 'Rate Exceeded.', 429),
  s3: () => new AwsError('SlowDown', 'Please reduce your request rate.', 503),
};
const refusal = () => new AwsError('ThrottlingException', 'Rate exceeded');

/** A caller that goes on and on is told of once a second. */
const TOLD_AGAIN_MS = 1_000;

export function createThrottle({ quotas = {}, now = Date.now, log = () => {} }: ThrottleOptions): Throttle {
  if (quotas === 'none') return () => {};
  const buckets = new Map<string, { tokens: number; at: number; toldAt?: number }>();

  return (service, operation) => {
    const quota = quotaOf(quotas, service, operation) ?? quotaOf(AWS_QUOTAS, service, operation);
    if (!quota) return;
    const key = `${service}:${operation}`;
    const at = now();
    const before = buckets.get(key) ?? { tokens: quota.bucket, at };
    const tokens = Math.min(quota.bucket, before.tokens + ((at - before.at) / 1000) * quota.perSecond);
    const { toldAt = Number.NEGATIVE_INFINITY } = before;
    if (tokens < 1) {
      const isNews = at - toldAt >= TOLD_AGAIN_MS;
      if (isNews)
        log(
          `Throttled ${key}: an account may call it ${quota.perSecond} times a second, after ${quota.bucket} at once.`,
        );
      buckets.set(key, { tokens, at, toldAt: isNews ? at : toldAt });
      throw (REFUSALS[service] ?? refusal)();
    }
    buckets.set(key, { tokens: tokens - 1, at, toldAt });
  };
}

function quotaOf(quotas: ApiQuotas, service: string, operation: string): ApiQuota | undefined {
  const ofService = Object.hasOwn(quotas, service) ? quotas[service] : undefined;
  return ofService && Object.hasOwn(ofService, operation) ? ofService[operation] : undefined;
}
