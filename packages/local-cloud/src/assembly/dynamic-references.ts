import { AssemblyError } from './assembly-error.ts';

const REFERENCE = /\{\{resolve:([^:}]+):((?:[^}]|\}(?!\}))*)\}\}/g;

type GetSecretValue = (input: { SecretId: string; VersionStage?: string; VersionId?: string }) => Promise<string>;

/** Fills in `{{resolve:secretsmanager:…}}` just before a resource is made, so that the secret is stored nowhere else. */
export async function resolveDynamic(value: unknown, secret: GetSecretValue): Promise<unknown> {
  if (typeof value === 'string') return value.includes('{{resolve:') ? inText(value, secret) : value;
  if (Array.isArray(value)) return Promise.all(value.map((item) => resolveDynamic(item, secret)));
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(async ([key, item]) => [key, await resolveDynamic(item, secret)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

async function inText(text: string, secret: GetSecretValue): Promise<string> {
  let result = '';
  let end = 0;
  for (const match of text.matchAll(REFERENCE)) {
    const [all, service = '', reference = ''] = match;
    if (service !== 'secretsmanager') {
      throw new AssemblyError(`the dynamic reference {{resolve:${service}:…}} is not hosted; secretsmanager is`);
    }
    result += text.slice(end, match.index) + (await lookUp(reference, secret));
    end = match.index + all.length;
  }
  return result + text.slice(end);
}

/** `secret-id:SecretString:json-key:version-stage:version-id`; an id that is an ARN has colons of its own. */
async function lookUp(reference: string, secret: GetSecretValue): Promise<string> {
  const arn = /^arn:[^:]*:secretsmanager:[^:]*:[^:]*:secret:[^:]+/.exec(reference)?.[0];
  const id = arn ?? reference.split(':', 1)[0] ?? '';
  const [kind, key, VersionStage, VersionId] = reference.slice(id.length + 1).split(':');
  if (kind && kind !== 'SecretString') {
    throw new AssemblyError(`{{resolve:secretsmanager:${id}:${kind}}}: only SecretString can be resolved`);
  }
  const text = await secret({
    SecretId: id,
    ...(VersionStage ? { VersionStage } : {}),
    ...(VersionId ? { VersionId } : {}),
  });
  if (!key) return text;
  const found = fieldOf(text, key);
  if (found === undefined) throw new AssemblyError(`the secret ${id} has no JSON key ${key}`);
  return String(found);
}

function fieldOf(text: string, key: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>)[key] : undefined;
  } catch {
    return undefined;
  }
}
