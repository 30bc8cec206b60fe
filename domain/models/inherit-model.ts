import { isObject, type JsonObject } from '../../core/json.ts';
import type { ProviderName } from './model-schema.ts';

/** What belongs to a provider, and not to another one. */
const OF_PROVIDER = ['url', 'region', 'auth', 'allowPrivateAddresses'];

/** A variant's model: what it leaves out is the shared model's. Another provider brings its own address and key. */
export function inheritModel(base: JsonObject, own: JsonObject): JsonObject {
  const isOther = own.provider !== undefined && own.provider !== base.provider;
  const left = new Set([
    ...(isOther ? OF_PROVIDER : []),
    ...(own.messages ? ['prompt'] : []),
    ...(own.prompt ? ['messages'] : []),
  ]);
  const kept = Object.entries(base).filter(([name]) => !left.has(name));
  return { ...Object.fromEntries(kept), ...own };
}

interface NamedModel {
  readonly name?: string;
  readonly model: string;
  readonly provider?: ProviderName;
}
type MatrixPrompt = string | { readonly name?: string; readonly file?: string; readonly text?: string };
export interface Matrix {
  readonly prompt?: readonly MatrixPrompt[];
  readonly model?: readonly (string | NamedModel)[];
}

const LONGEST_NAME = 30;

/** A variant for each prompt with each model. */
export function variantsOf({ prompt = [], model = [] }: Matrix, target: JsonObject): JsonObject[] {
  const base = isObject(target.model) ? target.model : {};
  const prompts = prompt.map((given) => ({ name: promptName(given), model: { prompt: asPrompt(given) } }));
  const models = model.map((given) => {
    if (typeof given === 'string') return { name: slug(given), model: { model: given } };
    const { name, ...fields } = given;
    return { name: slug(name ?? given.model), model: fields };
  });
  const pairs = (models.length > 0 ? models : [undefined]).flatMap((one) =>
    (prompts.length > 0 ? prompts : [undefined]).map((other) => [other, one].filter((part) => part !== undefined)),
  );
  const names = new Set<string>();
  return pairs.map((parts) => {
    const name = unused(
      parts.map((part) => part.name),
      names,
    );
    return { name, target: { ...target, model: parts.reduce((sum, part) => inheritModel(sum, part.model), base) } };
  });
}

const asPrompt = (given: MatrixPrompt) => (typeof given === 'string' ? { file: given } : given);

const promptName = (given: MatrixPrompt): string => {
  const path = typeof given === 'string' ? given : (given.name ?? given.file ?? 'prompt');
  return slug((path.split('/').at(-1) ?? path).replace(/\.[a-z]+$/i, ''));
};

/** `us.anthropic.claude-haiku-4-5-20251001-v1:0` says more than a name may hold. */
const slug = (text: string): string =>
  text
    .replace(/^.*\//, '')
    .replace(/[^A-Za-z0-9_.-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '') || 'model';

function unused(parts: readonly string[], names: Set<string>): string {
  const each = Math.floor((LONGEST_NAME - 2 - parts.length) / Math.max(1, parts.length));
  const whole = parts.join('-');
  const name = whole.length <= LONGEST_NAME - 3 ? whole : parts.map((part) => part.slice(-each)).join('-');
  const start = name.replace(/^[^A-Za-z0-9]+/, '') || 'variant';
  let free = start;
  for (let count = 2; names.has(free); count++) free = `${start}-${count}`;
  names.add(free);
  return free;
}
