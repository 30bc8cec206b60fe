import type { Price } from '../../contracts/evaluation-config.ts';
import { hasPrice, priceOf } from '../../core/pricing.ts';
import { modelRequest } from './ask-model.ts';
import type { Model } from './model-schema.ts';

/** Roughly, in English; other languages and code take more. */
const CHARACTERS_PER_TOKEN = 4;
/** What an answer takes where `parameters.maxTokens` does not limit it. */
const USUAL_OUTPUT = 300;

export interface ModelEstimate {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** USD of one call; undefined where the model has no known price. */
  readonly costUsd?: number;
}

/** What a call takes on average, by the prompts of some rows. Nothing is sent. */
export function estimateModel(model: Model, inputs: readonly unknown[], prices?: readonly Price[]): ModelEstimate {
  const sizes = inputs.map((input) => JSON.stringify(modelRequest(model, { values: [input, { input }] })).length);
  const mean = sizes.reduce((sum, size) => sum + size, 0) / Math.max(1, sizes.length);
  const inputTokens = Math.ceil(mean / CHARACTERS_PER_TOKEN);
  const { maxTokens } = model.parameters ?? {};
  const outputTokens = Math.min(USUAL_OUTPUT, typeof maxTokens === 'number' ? maxTokens : USUAL_OUTPUT);
  const usage = { modelName: model.model, promptTokens: inputTokens, completionTokens: outputTokens };
  const costUsd = hasPrice(model.model, prices) ? priceOf(usage, prices) : undefined;
  return { inputTokens, outputTokens, ...(costUsd !== undefined && { costUsd }) };
}
