interface Ticket {
  readonly subject?: string;
  readonly body?: string;
}

const CATEGORIES: [category: string, pattern: RegExp][] = [
  ['billing', /invoice|charge|refund|payment|price/i],
  ['bug', /crash|error|broken|bug|fails?\b|not work/i],
  ['account', /password|login|log in|account|e-?mail address/i],
];

/** Tells what a ticket is about. A ticket without text cannot be sorted, and that is an error, not an answer. */
export async function handler({ subject = '', body = '' }: Ticket): Promise<{ category: string; priority: string }> {
  const text = `${subject} ${body}`;
  if (body.trim() === '') throw new Error(`Ticket ${JSON.stringify(subject)} has no text to sort.`);
  const category = CATEGORIES.find(([, pattern]) => pattern.test(text))?.[0] ?? 'question';
  return { category, priority: /urgent|asap|down|immediately/i.test(text) ? 'high' : 'normal' };
}
