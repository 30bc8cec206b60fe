import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { EndpointAuth } from '../../contracts/endpoint.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { classifyAwsError } from '../../core/classify-error.ts';
import { isObject, parseJson } from '../../core/json.ts';

/** A rotated secret is seen after this time, or at once after a 401. */
const KEPT_MS = 5 * 60_000;
const kept = new Map<string, { text: string; until: number }>();

export const forgetSecret = (auth: EndpointAuth): boolean => kept.delete(auth.secretArn);

/** The header that carries the credentials. */
export async function authHeader(auth: EndpointAuth, secrets: SecretsManagerClient): Promise<[string, string]> {
  const text = await secretText(auth.secretArn, secrets);
  switch (auth.type) {
    case 'bearer':
      return ['authorization', `Bearer ${fieldOf(text, auth.secretKey, auth.secretArn)}`];
    case 'basic':
      return ['authorization', `Basic ${Buffer.from(userAndPassword(text, auth.secretArn)).toString('base64')}`];
    case 'header':
      return [auth.header.toLowerCase(), fieldOf(text, auth.secretKey, auth.secretArn)];
  }
}

async function secretText(arn: string, secrets: SecretsManagerClient): Promise<string> {
  const known = kept.get(arn);
  if (known && known.until > Date.now()) return known.text;
  try {
    const { SecretString, SecretBinary } = await secrets.send(new GetSecretValueCommand({ SecretId: arn }));
    const text = (SecretString ?? Buffer.from(SecretBinary ?? []).toString('utf8')).trim();
    kept.set(arn, { text, until: Date.now() + KEPT_MS });
    return text;
  } catch (error) {
    throw classifyAwsError(error, `The secret ${arn}`);
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
