import { openai } from './openai.ts';
import type { Provider } from './provider.ts';

/** Whatever speaks Chat Completions: Ollama, vLLM, gateways. It has no key unless `auth` says so, and the older limit's name. */
export const openaiCompatible: Provider = {
  ...openai,
  auth: undefined,
  request: (conversation, model) => {
    const { max_completion_tokens: maxTokens, ...body } = openai.request(conversation, model);
    return { ...body, ...(maxTokens !== undefined && { max_tokens: maxTokens }) };
  },
};
