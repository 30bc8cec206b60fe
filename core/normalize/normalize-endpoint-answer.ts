import type { NormalizedAnswer } from '../../contracts/caller.ts';
import { isObject } from '../json.ts';
import { findAnswerInBody } from './find-answer.ts';
import { findUsage } from './find-usage.ts';
import { reportedFailure } from './reported-failure.ts';

/** Answer and usage of an HTTP body: parsed JSON, or text. */
export const normalizeEndpointAnswer = (body: unknown): Omit<NormalizedAnswer, 'latencyMs' | 'fullResponseBody'> => ({
  ...findUsage(body),
  actualOutput: body === undefined ? '' : findAnswerInBody(body),
});

/** A success status with `success: false` or an `error` in it. A `status` field may be anything in a body, so it is left out. */
export function endpointFailure(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  const { status: _, ...rest } = body;
  return reportedFailure(rest);
}
