import type { EvaluationConfig } from '../../contracts/evaluation-config.ts';

const TEMPLATE = /\{\{\s*(?:#each\s+)?([A-Za-z_][^{}]*?)\s*\}\}/;

interface Sent {
  readonly endpoint?: { readonly url: string; readonly headers?: Readonly<Record<string, string>> };
  readonly mapping?: string;
}

/** Why `{{question}}` would be sent to the letter, if it would: only the prompts of models are templates. */
export function literalTemplate({ endpoint, mapping = '' }: Sent): string | undefined {
  const places = [['the input mapping', mapping] as const, ['endpoint.url', decoded(endpoint?.url ?? '')] as const];
  const headers = Object.entries(endpoint?.headers ?? {}).map(
    ([name, value]) => [`the header ${name}`, value] as const,
  );
  for (const [place, text] of [...places, ...headers]) {
    const [template, name] = TEMPLATE.exec(text) ?? [];
    if (template) {
      return `${place} has ${template}, which would be sent as it is. In a mapping write input.${name}; templates are for the prompt of target.model`;
    }
  }
  return undefined;
}

/** The URL's parser has written the braces as %7B. */
const decoded = (url: string): string => url.replaceAll(/%7b/gi, '{').replaceAll(/%7d/gi, '}');

export const literalTemplateOf = (config: EvaluationConfig): string | undefined =>
  config.executionMode === 'endpoint'
    ? literalTemplate({ endpoint: config.endpoint, mapping: config.endpointInputMapping })
    : undefined;
