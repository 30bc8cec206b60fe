import type { EndpointAuthInput } from '../../contracts/endpoint.ts';
import type { Model, ProviderName } from './model-schema.ts';

/** Where a provider is called and how it is signed in to. Apart from the requests, because the console needs no more. */
interface ProviderAddress {
  /** The variable that usually holds its key, and how the key is sent. Without one, no key is sent by default. */
  readonly auth?: EndpointAuthInput;
  readonly headers?: Readonly<Record<string, string>>;
  /** Where requests go. */
  url(model: Model): string;
}

const REGION_OF_ARN = /^arn:aws[a-z-]*:bedrock:([a-z0-9-]+):/;

/** Whether the address is that of OpenAI's Responses API; Chat Completions otherwise. */
export const isResponses = ({ url = '' }: Pick<Model, 'url'>): boolean => /\/responses\/?$/.test(url);

/** `base` and `path`, unless the given address has the path already. */
function addressOf(base: string, path: string): string {
  const url = new URL(base);
  const given = url.pathname.replace(/\/$/, '');
  url.pathname = given.endsWith(path) ? given : `${given}${path}`;
  return url.href;
}

const openai: ProviderAddress = {
  auth: { type: 'bearer', env: 'OPENAI_API_KEY' },
  url: ({ url = 'https://api.openai.com/v1' }) => (isResponses({ url }) ? url : addressOf(url, '/chat/completions')),
};

export const ADDRESSES: Readonly<Record<ProviderName, ProviderAddress>> = {
  bedrock: {
    auth: { type: 'bearer', env: 'AWS_BEARER_TOKEN_BEDROCK' },
    url({ model, url, region = REGION_OF_ARN.exec(model)?.[1] ?? 'us-east-1' }) {
      const base = url ?? `https://bedrock-runtime.${region}.amazonaws.com`;
      return `${base.replace(/\/$/, '')}/model/${encodeURIComponent(model)}/converse`;
    },
  },
  anthropic: {
    auth: { type: 'header', header: 'x-api-key', env: 'ANTHROPIC_API_KEY' },
    headers: { 'anthropic-version': '2023-06-01' },
    url: ({ url = 'https://api.anthropic.com/v1' }) => addressOf(url, '/messages'),
  },
  openai,
  'openai-compatible': { url: openai.url },
};
