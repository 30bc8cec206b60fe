import type { EvaluationConfig } from '../../contracts/evaluation-config.ts';
import { fingerprint } from '../../core/row-identity.ts';
import { promptsOf } from './model-schema.ts';

/** The configuration as its run keeps it: prompts are the same where their hashes are. */
export function withPromptHash(config: EvaluationConfig): EvaluationConfig {
  if (config.executionMode !== 'endpoint' || !config.model) return config;
  const promptHash = fingerprint(JSON.stringify(promptsOf(config.model)));
  return { ...config, model: { ...config.model, promptHash } };
}
