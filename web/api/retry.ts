import { ApiError } from './call.ts';

const MOST_RETRIES = 2;
const FIRST_MS = 500;
const LONGEST_MS = 5000;

export const isUnreachable = (error: unknown): boolean => error instanceof ApiError && error.status === 0;
export const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

/** A refused request is refused again. An unreachable API is asked until it answers, so that a page goes on by itself. */
export const shouldRetry = (failures: number, error: unknown): boolean =>
  isUnreachable(error) || (!isRefused(error) && failures < MOST_RETRIES);

export const retryDelay = (failures: number): number => Math.min(LONGEST_MS, FIRST_MS * 2 ** failures);
