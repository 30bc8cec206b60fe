import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { AwsError } from '../aws-error.ts';
import type { CloudContext } from '../cloud-context.ts';
import type { Caller, Permission } from '../service.ts';
import { DurableMap } from '../store/durable-map.ts';
import type { Secret, SecretVersion } from './secret.ts';

const LARGEST_VALUE = 65_536;

export const secretId = z.string().min(1).max(2048);
export const valueFields = {
  SecretString: z.string().optional(),
  SecretBinary: z.union([z.string(), z.instanceof(Uint8Array)]).optional(),
  ClientRequestToken: z.string().min(32).max(64).optional(),
};

/** Every secret of the account, on disk in a file only its owner can read. */
export class Secrets {
  readonly #context: CloudContext;
  readonly #secrets: DurableMap<Secret>;

  constructor(context: CloudContext) {
    this.#context = context;
    this.#secrets = new DurableMap(join(context.dataDir, 'secretsmanager', 'secrets.jsonl'));
  }

  all(): Secret[] {
    this.#removeDeleted();
    return [...this.#secrets.values()];
  }

  /** `arn:…:secret:NAME-a1B2c3`: the six characters tell a secret from a later one of the same name. */
  newArn(name: string): string {
    const suffix = randomBytes(8).toString('base64').replace(/\W/g, '0').slice(0, 6);
    return `${this.#arnStart()}${name}-${suffix}`;
  }

  /** By name, full ARN, or ARN without the six characters. */
  find(id: string): Secret | undefined {
    this.#removeDeleted();
    if (!id.startsWith('arn:')) return this.#secrets.get(id);
    const name = id.slice(this.#arnStart().length);
    for (const secret of this.#secrets.values()) if (secret.arn === id || secret.name === name) return secret;
    return undefined;
  }

  get(id: string): Secret {
    const secret = this.find(id);
    if (!secret) {
      throw new AwsError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
    }
    return secret;
  }

  /** For everything that reads or changes a secret's value. */
  getUsable(id: string): Secret {
    const secret = this.get(id);
    if (secret.deleteAt !== undefined) {
      throw new AwsError(
        'InvalidRequestException',
        "You can't perform this operation on the secret because it was marked for deletion.",
      );
    }
    return secret;
  }

  put(secret: Secret): void {
    this.#secrets.set(secret.name, secret);
  }

  remove(secret: Secret): void {
    this.#secrets.delete(secret.name);
  }

  /** IAM sees the full ARN, whichever way the request names the secret. */
  permission =
    (operation: string) =>
    (input: unknown): Permission[] => {
      const id = String((input as { SecretId?: unknown } | undefined)?.SecretId);
      const missing = id.startsWith('arn:') ? id : `${this.#arnStart()}${id}`;
      return [{ action: `secretsmanager:${operation}`, resource: this.find(id)?.arn ?? missing }];
    };

  /** Who reads a secret under a key of the account's own must be allowed to decrypt with it. Whose key an alias is, nobody knows here. */
  requireKey({ kmsKeyId = '' }: Secret, caller: Caller): void {
    if (kmsKeyId === '' || kmsKeyId.includes('alias/')) return;
    const { region, accountId } = this.#context;
    const resource = kmsKeyId.startsWith('arn:') ? kmsKeyId : `arn:aws:kms:${region}:${accountId}:key/${kmsKeyId}`;
    const context = { 'kms:ViaService': `secretsmanager.${region}.amazonaws.com`, 'kms:CallerAccount': accountId };
    try {
      this.#context.authorize(caller, [{ action: 'kms:Decrypt', resource, context }]);
    } catch {
      throw new AwsError('AccessDeniedException', 'Access to KMS is not allowed', 400);
    }
  }

  nameResource = (name: unknown): string => `${this.#arnStart()}${String(name)}`;

  close(): void {
    this.#secrets.close();
  }

  #arnStart(): string {
    return `arn:aws:secretsmanager:${this.#context.region}:${this.#context.accountId}:secret:`;
  }

  #removeDeleted(): void {
    const now = Date.now();
    for (const secret of this.#secrets.values()) {
      if (secret.deleteAt !== undefined && secret.deleteAt <= now) this.#secrets.delete(secret.name);
    }
  }
}

type ValueInput = z.output<z.ZodObject<typeof valueFields>>;

export const hasValue = (input: ValueInput): boolean =>
  input.SecretString !== undefined || input.SecretBinary !== undefined;

export function newVersion(input: ValueInput, stages: readonly string[]): SecretVersion {
  const { SecretString, SecretBinary } = input;
  if ((SecretString === undefined) === (SecretBinary === undefined)) {
    throw new AwsError('InvalidParameterException', 'You must provide either SecretString or SecretBinary, not both.');
  }
  const binary =
    typeof SecretBinary === 'string' ? SecretBinary : SecretBinary && Buffer.from(SecretBinary).toString('base64');
  const size = SecretString !== undefined ? Buffer.byteLength(SecretString) : Buffer.byteLength(binary ?? '', 'base64');
  if (size > LARGEST_VALUE) {
    throw new AwsError(
      'ValidationException',
      `1 validation error detected: Value at 'secretString' failed to satisfy constraint: Member must have length less than or equal to ${LARGEST_VALUE}`,
    );
  }
  return {
    id: input.ClientRequestToken ?? randomUUID(),
    ...(SecretString !== undefined ? { text: SecretString } : { binary }),
    stages,
    createdAt: Date.now(),
  };
}
