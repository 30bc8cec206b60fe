import type { NormalizedAnswer } from '../../contracts/caller.ts';
import { asText, isObject } from '../json.ts';
import { betterUsage, findUsage, type Usage } from './find-usage.ts';
import { variantAnswers } from './variant-answers.ts';

type Answer = Usage & Pick<NormalizedAnswer, 'actualOutput' | 'variants'>;

/**
 * A mapping's value is the answer. An object with `variants` in it has the answers of several models. An object with `actualOutput` (or `actual_output`) in it may set usage, model, provider
 * and cost as well; what it leaves out is what was found in the whole output.
 */
export function mappedAnswer(value: unknown, found: Usage): Answer {
  const variants = isObject(value) ? value.variants : undefined;
  // JSONata gives a list of one as its only entry.
  if (Array.isArray(variants) || isObject(variants)) return { ...found, ...variantAnswers([variants].flat()) };
  const output = isObject(value) ? (value.actualOutput ?? value.actual_output) : undefined;
  if (!isObject(value) || output === undefined) return { ...found, actualOutput: asText(value) };
  return { ...found, ...betterUsage(found, findUsage(value)), actualOutput: asText(output) };
}
