import { createHash } from 'node:crypto';
import { AwsError } from '../aws-error.ts';
import type { Caller } from '../service.ts';

/**
 * Knows who holds an access key. Keys made for a role's session begin with ASIA, as AWS's do; any other key
 * (`local`, or whatever a person has in their environment) is the administrator's.
 */
export class Identities {
  readonly administrator: Caller;
  readonly #sessions = new Map<string, Caller>();
  readonly #accountId: string;

  constructor(accountId: string) {
    this.#accountId = accountId;
    this.administrator = { arn: `arn:aws:iam::${accountId}:root` };
  }

  assumeRole(roleArn: string, sessionName: string): Caller {
    const roleName = roleArn.slice(roleArn.lastIndexOf('/') + 1);
    return { arn: `arn:aws:sts::${this.#accountId}:assumed-role/${roleName}/${sessionName}`, roleArn };
  }

  credentialsFor(caller: Caller): { accessKeyId: string; secretAccessKey: string; sessionToken: string } {
    const digest = createHash('sha256').update(caller.arn).digest('hex').toUpperCase();
    const accessKeyId = `ASIA${digest.slice(0, 16)}`;
    this.#sessions.set(accessKeyId, caller);
    return { accessKeyId, secretAccessKey: digest, sessionToken: digest };
  }

  callerOf(accessKeyId: string): Caller {
    const session = this.#sessions.get(accessKeyId);
    if (session) return session;
    if (accessKeyId.startsWith('ASIA')) {
      throw new AwsError('ExpiredTokenException', 'The security token included in the request is expired', 403);
    }
    return this.administrator;
  }
}
