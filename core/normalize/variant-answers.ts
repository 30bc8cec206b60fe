import type { NormalizedAnswer, VariantAnswer } from '../../contracts/caller.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { asText, isObject, type JsonObject } from '../json.ts';
import { findUsage } from './find-usage.ts';
import { readableError } from './reported-failure.ts';

/** Models that one call may answer for. */
export const MOST_VARIANTS = 20;
const LONGEST_NAME = 100;

/**
 * The answers of several models: `variants` of an output mapping, each `{ name, output }` with its own usage, cost and
 * `latency_ms`, or with an `error` instead of an output. All of them together are what the target said.
 */
export function variantAnswers(
  variants: readonly unknown[],
): Required<Pick<NormalizedAnswer, 'actualOutput' | 'variants'>> {
  if (variants.length === 0 || variants.length > MOST_VARIANTS) {
    throw invalid(`has ${variants.length} entries; 1 to ${MOST_VARIANTS} are allowed`);
  }
  const answers = variants.map(variantAnswer);
  const names = answers.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw invalid(`has ${JSON.stringify(twice)} twice; each needs a name of its own`);
  return { actualOutput: asText(variants), variants: answers };
}

function variantAnswer(value: unknown, index: number): VariantAnswer {
  const { name, output, error, latency_ms: latency } = isObject(value) ? value : ({} as JsonObject);
  if (!isObject(value) || typeof name !== 'string' || name === '' || name.length > LONGEST_NAME) {
    throw invalid(`[${index}] needs a name of 1 to ${LONGEST_NAME} characters`);
  }
  const found = {
    name,
    ...findUsage(value),
    fullResponseBody: JSON.stringify(value),
    ...(typeof latency === 'number' && { latencyMs: latency }),
  };
  if (output !== undefined && output !== null) return { ...found, actualOutput: asText(output) };
  return { ...found, error: readableError(error) ?? 'It has no output.' };
}

const invalid = (what: string): RollcallError =>
  new RollcallError('MappingFailed', `the output mapping’s variants ${what}.`);
