/** What happens to an answer: written into the question as `[refuse]`, so that a test or a person chooses it row by row. */
const FAULTS = [
  'refuse',
  'filter',
  'long',
  'tool',
  'throttle',
  'spent',
  'overload',
  'cut',
  'garbage',
  'empty',
  'cached',
  'slow',
] as const;
export type Fault = (typeof FAULTS)[number];

export interface Answer {
  readonly text: string;
  readonly fault?: Fault;
  readonly input: number;
  readonly output: number;
  readonly reasoning: number;
  /** Tokens of the prompt that came from the cache, and that went into it. */
  readonly read: number;
  readonly write: number;
}

const tokensOf = (text: string): number => Math.ceil(text.length / 4);

/** Words that say what a ticket is about. */
const LABELS: readonly (readonly [label: string, words: RegExp])[] = [
  ['billing', /invoice|charge|refund|payment|price/i],
  ['access', /log ?in|password|locked|account/i],
  ['bug', /error|crash|broken|bug|fails?\b/i],
];

/**
 * The same answer for the same question. It classifies tickets; a prompt that asks for JSON gets JSON, and a model whose
 * name ends in `mini` or `haiku` gets some of them wrong.
 */
export function answerTo(model: string, question: string, wantsJson: boolean): Answer {
  const fault = FAULTS.find((name) => question.includes(`[${name}]`));
  // What the prompt says of labels is not what the ticket says.
  const ticket = question.replace(/^(?:- .*|.*\b(?:classify|label|sort|reply)\b[^:\n]*:?)$/gim, '');
  const label = LABELS.find(([, words]) => words.test(ticket))?.[0] ?? 'other';
  const isSmall = /mini|haiku|luna|lite/.test(model);
  const said = isSmall && question.length % 3 === 0 ? 'other' : label;
  const text = wantsJson ? JSON.stringify({ label: said }) : said;
  const input = tokensOf(question);
  const cached = fault === 'cached' ? Math.floor(input / 2) : 0;
  return { text, fault, input, output: tokensOf(text) + 8, reasoning: 8, read: cached, write: cached && 3 };
}

export const wordsOf = (text: string): string[] => text.match(/\S+\s*/g) ?? [];
