import { anthropic } from './anthropic.ts';
import { bedrock } from './bedrock.ts';
import type { ProviderName } from './model-schema.ts';
import { openai } from './openai.ts';
import { openaiCompatible } from './openai-compatible.ts';
import type { Provider } from './provider.ts';

export const PROVIDERS: Readonly<Record<ProviderName, Provider>> = {
  bedrock,
  anthropic,
  openai,
  'openai-compatible': openaiCompatible,
};
