import type { NormalizedAnswer } from '../../contracts/caller.ts';
import { isObject } from '../json.ts';
import { findAnswer } from './find-answer.ts';
import { betterUsage, findUsage } from './find-usage.ts';
import { reportedFailure } from './reported-failure.ts';
import { unwrapToolAnswer } from './unwrap-tool-answer.ts';

type Found = Omit<NormalizedAnswer, 'latencyMs' | 'fullResponseBody'>;

/** Answer and usage of a tool. */
export function normalizeToolAnswer(payload: unknown): Found {
  const inner = unwrapToolAnswer(payload);
  const usage = isObject(inner) ? findUsage(inner) : {};
  return { ...betterUsage(findUsage(payload), usage), actualOutput: findAnswer(inner) };
}

/** What a tool says of its own failure, in its answer or around it. */
export function toolFailure(payload: unknown): string | undefined {
  const inner = unwrapToolAnswer(payload);
  const isError = isObject(payload) && (payload.is_error === true || Number(payload.statusCode) >= 400);
  return reportedFailure(inner) ?? (isError ? findAnswer(inner) : reportedFailure(payload));
}
