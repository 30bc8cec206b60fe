interface Request {
  readonly ticket: { readonly subject?: string; readonly body?: string };
  readonly sorted: { readonly category: string; readonly priority: string };
}

/** Stands in for a language model: the same ticket always gets the same reply and the same count of tokens. */
export async function handler({ ticket, sorted }: Request) {
  const words = `${ticket.subject ?? ''} ${ticket.body ?? ''}`.split(/\s+/).filter(Boolean);
  if (words.some((word) => /^<\/?[a-z]/i.test(word))) {
    throw new Error('The model refused the ticket: markup is not allowed in a prompt.');
  }
  const text = sorted.category;
  return {
    message: { role: 'assistant', content: [{ type: 'text', text }] },
    metadata: {
      model_id: 'quickstart-model',
      provider_id: 'quickstart',
      tokens_used: { input_tokens: words.length, output_tokens: 1, total_tokens: words.length + 1 },
      stop_reason: 'stop',
    },
  };
}
