import { openai } from './openai.ts';
import type { Provider } from './provider.ts';

/** Whatever speaks Chat Completions: Ollama, vLLM, gateways. It takes the older name of the limit. */
export const openaiCompatible: Provider = {
  ...openai,
  request: (conversation, model) => {
    const { max_completion_tokens: maxTokens, ...body } = openai.request(conversation, model);
    return { ...body, ...(maxTokens !== undefined && { max_tokens: maxTokens }) };
  },
};
