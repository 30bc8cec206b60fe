import { createHash, randomUUID } from 'node:crypto';
import { AwsError } from '../aws-error.ts';
import type { Caller } from '../service.ts';

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
}

/**
 * Knows who holds an access key. Keys made for a role's session begin with ASIA, as AWS's do; any other key
 * (`local`, or whatever a person has in their environment) is the administrator's.
 */
export class Identities {
  readonly administrator: Caller;
  readonly #sessions = new Map<string, { readonly caller: Caller; readonly endsAt: number }>();
  readonly #accountId: string;

  constructor(accountId: string) {
    this.#accountId = accountId;
    this.administrator = { arn: `arn:aws:iam::${accountId}:root` };
  }

  assumeRole(roleArn: string, sessionName: string): Caller {
    const roleName = roleArn.slice(roleArn.lastIndexOf('/') + 1);
    return { arn: `arn:aws:sts::${this.#accountId}:assumed-role/${roleName}/${sessionName}`, roleArn };
  }

  credentialsFor(caller: Caller, seconds?: number): Credentials {
    const session = seconds === undefined ? '' : randomUUID();
    const digest = createHash('sha256').update(caller.arn).update(session).digest('hex').toUpperCase();
    const accessKeyId = `ASIA${digest.slice(0, 16)}`;
    const endsAt = seconds === undefined ? Number.POSITIVE_INFINITY : Date.now() + seconds * 1000;
    this.#sessions.set(accessKeyId, { caller, endsAt });
    return { accessKeyId, secretAccessKey: digest, sessionToken: digest };
  }

  callerOf(accessKeyId: string): Caller {
    const session = this.#sessions.get(accessKeyId);
    if (session && session.endsAt > Date.now()) return session.caller;
    if (accessKeyId.startsWith('ASIA')) {
      throw new AwsError('ExpiredTokenException', 'The security token included in the request is expired', 403);
    }
    return this.administrator;
  }
}
