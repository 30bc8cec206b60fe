import type { ErrorName } from '../../contracts/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Model } from './model-schema.ts';

/** What is said to a model, with the row's values in it. */
export interface Conversation {
  readonly system?: string;
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[];
}

/** What a model's answer comes down to. */
export interface Reply {
  readonly text?: string;
  /** Why it ended, in the provider's word. */
  readonly stop?: string;
  /** What the provider says of it: a refusal's explanation, the tool that was to be called. */
  readonly said?: string;
}

/** How requests and answers of a provider look; its address is in `provider-addresses.ts`. */
export interface Provider {
  request(conversation: Conversation, model: Model): JsonObject;
  reply(body: JsonObject): Reply;
  /** Stop reasons that mean there is no whole answer. */
  readonly ends: Readonly<Record<string, ErrorName>>;
  /** Errors by the code or type in a refusal; what is not here goes by the HTTP status. */
  readonly errors?: Readonly<Record<string, ErrorName>>;
}

/** Parameters that every provider has, each under its own name; the others are sent as they are. */
export function splitParameters({ parameters = {} }: Model, names: Readonly<Record<string, string>>) {
  const entries = Object.entries(parameters);
  const known = entries.filter(([name]) => names[name] !== undefined);
  return {
    common: Object.fromEntries(known.map(([name, value]) => [names[name] ?? name, value])),
    others: Object.fromEntries(entries.filter(([name]) => names[name] === undefined)),
  };
}

export const listOf = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.filter((item) => item !== null && typeof item === 'object') : [];

/** The text of content blocks, if any of them has one. */
export function blockText(blocks: readonly JsonObject[]): string | undefined {
  const texts = blocks.flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
  return texts.length > 0 ? texts.join('') : undefined;
}

export const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
