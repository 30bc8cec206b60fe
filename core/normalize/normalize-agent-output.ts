import type { NormalizedAnswer } from '../../contracts/caller.ts';
import { findAnswer } from './find-answer.ts';
import { findUsage } from './find-usage.ts';

/** Answer and usage of an agent's whole output, in any of the shapes agents give back. */
export const normalizeAgentOutput = (output: unknown): Omit<NormalizedAnswer, 'latencyMs' | 'fullResponseBody'> => ({
  ...findUsage(output),
  actualOutput: findAnswer(output),
});
