import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { EndpointAuth } from '../../contracts/endpoint.ts';
import { RollcallError } from '../../contracts/errors.ts';
import type { TargetBindings } from '../../contracts/target-bindings.ts';
import { readBoundKey } from '../../core/bound-key.ts';
import { classifyAwsError } from '../../core/classify-error.ts';
import { isObject, parseJson } from '../../core/json.ts';
import type { Secret } from '../../core/redact.ts';

/** A rotated secret is seen after this time, or at once after a 401. */
const KEPT_MS = 5 * 60_000;
const kept = new Map<string, ReadSecret & { until: number }>();

export const forgetSecret = (auth: EndpointAuth): boolean => kept.delete(auth.secretArn);

interface ReadSecret {
  readonly text: string;
  readonly arn: string;
  /** Where it may be sent, as the secret itself says; whoever deploys says so too. */
  readonly hosts?: readonly string[];
}

/** What a request carries to be let in, and what of it must not be shown. */
export interface Credentials {
  /** As Secrets Manager tells it. */
  readonly arn: string;
  readonly hosts?: readonly string[];
  readonly header?: readonly [name: string, value: string];
  readonly parameter?: readonly [name: string, value: string];
  readonly secrets: readonly Secret[];
}

/** What of the world credentials need. */
export interface SecretPorts {
  readonly secrets: SecretsManagerClient;
  readonly bindings: TargetBindings;
}

/** Reads them. Whether a request may carry them to its address is for `checkOutgoing` to say. */
export async function credentialsOf(auth: EndpointAuth, secrets: SecretsManagerClient): Promise<Credentials> {
  const { text, arn, hosts } = await readSecret(auth.secretArn, secrets);
  return { arn, hosts, ...carried(auth, text) };
}

function carried(auth: EndpointAuth, text: string): Omit<Credentials, 'arn' | 'hosts'> {
  switch (auth.type) {
    case 'bearer': {
      const token = fieldOf(text, auth.secretKey, auth.secretArn);
      return { header: ['authorization', `Bearer ${token}`], secrets: [{ text: token, sentAs: 'Bearer' }] };
    }
    case 'basic':
      return basicCredentials(userAndPassword(text, auth.secretArn));
    case 'header': {
      const value = fieldOf(text, auth.secretKey, auth.secretArn);
      return { header: [auth.header.toLowerCase(), value], secrets: secretsIn(auth.header, value) };
    }
    case 'query': {
      const value = fieldOf(text, auth.secretKey, auth.secretArn);
      return { parameter: [auth.parameter, value], secrets: [{ text: value, sentAs: auth.parameter }] };
    }
  }
}

function basicCredentials(pair: string): Omit<Credentials, 'arn' | 'hosts'> {
  const user = pair.slice(0, pair.indexOf(':'));
  const password = pair.slice(user.length + 1);
  return {
    header: ['authorization', `Basic ${Buffer.from(pair).toString('base64')}`],
    secrets: [
      { text: pair, sentAs: 'Basic' },
      { text: password, sentAs: 'password' },
      { text: user, sentAs: 'username', isWord: true },
    ],
  };
}

/** A header's value, and what follows a scheme in it: `Token abc` may come back as `abc`. */
export function secretsIn(name: string, value: string): Secret[] {
  const token = /^[A-Za-z][\w-]* +(\S.*)$/.exec(value)?.[1];
  return [{ text: value, sentAs: name }, ...(token === undefined ? [] : [{ text: token, sentAs: name }])];
}

async function readSecret(id: string, secrets: SecretsManagerClient): Promise<ReadSecret> {
  const known = kept.get(id);
  if (known && known.until > Date.now()) return known;
  try {
    const { SecretString, SecretBinary, ARN } = await secrets.send(new GetSecretValueCommand({ SecretId: id }));
    const text = (SecretString ?? Buffer.from(SecretBinary ?? []).toString('utf8')).trim();
    const bound = readBoundKey(text);
    const read = { text: bound?.key ?? text, hosts: bound?.hosts, arn: ARN ?? id, until: Date.now() + KEPT_MS };
    kept.set(id, read);
    return read;
  } catch (error) {
    throw classifyAwsError(error, `The secret ${id}`);
  }
}

function fieldOf(text: string, key: string | undefined, arn: string): string {
  if (key === undefined) return text;
  const object = parseJson(text);
  const value = isObject(object) ? object[key] : undefined;
  if (typeof value === 'string' && value !== '') return value;
  throw new RollcallError(
    'TargetRejected',
    `The secret ${arn} has no text field ${JSON.stringify(key)}; set endpoint.auth.secretKey to one it has.`,
  );
}

function userAndPassword(text: string, arn: string): string {
  const object = parseJson(text);
  if (isObject(object)) return `${fieldOf(text, 'username', arn)}:${fieldOf(text, 'password', arn)}`;
  if (text.includes(':')) return text;
  throw new RollcallError('TargetRejected', `The secret ${arn} is neither user:password nor {"username","password"}.`);
}
