import type { PolicyStore, Role } from './policy-store.ts';
import { wildcard } from './wildcard.ts';

/** An action that a role is granted on a resource, and whether it has asked for it since the cloud was started. */
export interface Grant {
  readonly roleArn: string;
  readonly action: string;
  /** As the policy names it, patterns and all. */
  readonly resource: string;
  readonly isUsed: boolean;
}

interface UnusedGrant {
  readonly key: string;
  isFor(action: string, resource: string): boolean;
}

/** Which grants are used: one that no test of an app has used is too much, or what it is for has no test. */
export class GrantUsage {
  readonly #store: PolicyStore;
  readonly #used = new Set<string>();
  readonly #unused = new Map<string, UnusedGrant[]>();
  #version = -1;

  constructor(store: PolicyStore) {
    this.#store = store;
  }

  note(role: Role, action: string, resource: string): void {
    const unused = this.#unusedOf(role);
    const now = unused.filter((grant) => grant.isFor(action, resource));
    if (now.length === 0) return;
    for (const { key } of now) this.#used.add(key);
    this.#unused.set(
      role.arn,
      unused.filter((grant) => !now.includes(grant)),
    );
  }

  list(): Grant[] {
    return [...this.#store.roles()].flatMap((role) =>
      this.#store.allowed(role).map(({ action, resource }) => ({
        roleArn: role.arn,
        action,
        resource,
        isUsed: this.#used.has(keyOf(role, action, resource)),
      })),
    );
  }

  #unusedOf(role: Role): UnusedGrant[] {
    if (this.#version !== this.#store.version) {
      this.#version = this.#store.version;
      this.#unused.clear();
    }
    const known = this.#unused.get(role.arn);
    if (known) return known;
    const made = this.#store
      .allowed(role)
      .map(({ action, resource }) => {
        const [isAction, isResource] = [wildcard(action, 'i'), wildcard(resource)];
        return {
          key: keyOf(role, action, resource),
          isFor: (asked: string, of: string) => isAction(asked) && isResource(of),
        };
      })
      .filter(({ key }) => !this.#used.has(key));
    this.#unused.set(role.arn, made);
    return made;
  }
}

const keyOf = ({ arn }: Role, action: string, resource: string): string => JSON.stringify([arn, action, resource]);
