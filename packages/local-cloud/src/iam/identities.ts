import { createHmac, randomUUID } from 'node:crypto';
import type { Caller } from '../service.ts';
import { AuthError } from '../signature/auth-error.ts';

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
}

/** Who holds an access key, and the secret that their signatures are made with. */
export interface Identity {
  readonly caller: Caller;
  readonly secret: string;
  /** Everybody knows the administrator's secret, web pages too; that of a session only who was given it. */
  readonly isSession: boolean;
}

interface Session extends Identity {
  readonly accessKeyId: string;
  /** Milliseconds since 1970. */
  readonly endsAt?: number;
}

/** What a session's token says. */
interface Claims extends Caller {
  readonly endsAt?: number;
  /** Sessions that end are all different. */
  readonly id?: string;
}

/** The administrator's key and secret. */
export const LOCAL_KEY = 'local';
const MOST_SESSIONS = 10_000;

/**
 * Knows who holds an access key. `local` is the administrator's. Those of a session begin with ASIA, as AWS's do, and are
 * derived from the salt and the session's token, which says who it is for: they are good in the next process too.
 */
export class Identities {
  readonly administrator: Caller;
  readonly #administrator: Identity;
  readonly #accountId: string;
  readonly #salt: Buffer;
  readonly #sessions = new Map<string, Session>();

  constructor(accountId: string, salt: Buffer) {
    this.#accountId = accountId;
    this.#salt = salt;
    this.administrator = { arn: `arn:aws:iam::${accountId}:root` };
    this.#administrator = { caller: this.administrator, secret: LOCAL_KEY, isSession: false };
  }

  assumeRole(roleArn: string, sessionName: string): Caller {
    const roleName = roleArn.slice(roleArn.lastIndexOf('/') + 1);
    return { arn: `arn:aws:sts::${this.#accountId}:assumed-role/${roleName}/${sessionName}`, roleArn };
  }

  credentialsFor({ arn, roleArn }: Caller, seconds?: number): Credentials {
    const claims: Claims = {
      arn,
      roleArn,
      ...(seconds !== undefined && { endsAt: Date.now() + seconds * 1000, id: randomUUID() }),
    };
    const text = Buffer.from(JSON.stringify(claims)).toString('base64url');
    const sessionToken = `${text}.${this.#derive('token', text)}`;
    const { accessKeyId, secret } = this.#session(sessionToken);
    return { accessKeyId, secretAccessKey: secret, sessionToken };
  }

  /** Throws where the key is nobody's, or its session is over. */
  identityOf(accessKeyId: string, token: string | undefined, now = Date.now()): Identity {
    if (token === undefined) {
      if (accessKeyId === LOCAL_KEY) return this.#administrator;
      throw new AuthError('unknown-key');
    }
    const session = this.#session(token);
    if (session.accessKeyId !== accessKeyId) throw new AuthError('bad-token');
    if (session.endsAt !== undefined && session.endsAt <= now) throw new AuthError('expired-token');
    return session;
  }

  #session(token: string): Session {
    const known = this.#sessions.get(token);
    if (known) return known;
    const [text = '', mac] = token.split('.');
    if (mac !== this.#derive('token', text)) throw new AuthError('bad-token');
    const { arn, roleArn, endsAt } = JSON.parse(Buffer.from(text, 'base64url').toString()) as Claims;
    const session: Session = {
      caller: { arn, ...(roleArn !== undefined && { roleArn }) },
      secret: this.#derive('secret', text),
      isSession: true,
      accessKeyId: `ASIA${this.#derive('key', text).slice(0, 16).toUpperCase()}`,
      endsAt,
    };
    if (this.#sessions.size >= MOST_SESSIONS) this.#sessions.clear();
    this.#sessions.set(token, session);
    return session;
  }

  #derive(purpose: string, text: string): string {
    return createHmac('sha256', this.#salt).update(`${purpose}\n${text}`).digest('hex');
  }
}
