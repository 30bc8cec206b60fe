import type { UntestedGrants } from './untested-grants.ts';

/** A grant of one of our own roles, by the role's name in the stacks. */
export interface RoleGrant {
  readonly role: string;
  readonly action: string;
  readonly resource: string;
  readonly isUsed: boolean;
}

export interface Verdict {
  readonly used: number;
  readonly listed: number;
  /** Neither used nor on the list. */
  readonly unused: readonly string[];
  /** Entries of the list that stand for nothing: all of theirs was used, or nobody is granted it. */
  readonly needless: readonly UntestedGrants[];
}

/** Puts together what several clouds saw of the same grants. A grant that one of them saw used is used. */
export function judgeGrants(seen: readonly RoleGrant[], untested: readonly UntestedGrants[]): Verdict {
  const grants = new Map<string, RoleGrant>();
  for (const one of seen) {
    const resource = withoutTargets(one.resource);
    const key = `${one.role} ${one.action} ${resource}`;
    grants.set(key, { ...one, resource, isUsed: one.isUsed || grants.get(key)?.isUsed === true });
  }
  const unused = [...grants].filter(([, { isUsed }]) => !isUsed);
  const isListed = ([, grant]: [string, RoleGrant]) => untested.some((entry) => covers(entry, grant));
  return {
    used: grants.size - unused.length,
    listed: unused.filter(isListed).length,
    unused: unused.flatMap((one) => (isListed(one) ? [] : [one[0]])).sort(),
    needless: untested.filter((entry) => !unused.some(([, grant]) => covers(entry, grant))),
  };
}

const covers = ({ actions, roles, resource }: UntestedGrants, grant: RoleGrant): boolean =>
  actions.includes(grant.action) &&
  (roles?.includes(grant.role) ?? true) &&
  (resource === undefined || grant.resource.includes(resource));

/** Deployments name agents, tools and secrets of their own; what may be done to one may be done to all of them. */
const withoutTargets = (resource: string): string =>
  resource
    .replace(/(:(?:stateMachine|execution|express):)(?!rollcall-evaluation).*/, '$1AGENT')
    .replace(/(:function:)(?!rollcall-).*/, '$1TOOL')
    .replace(/(:secret:).*/, '$1SECRET');
