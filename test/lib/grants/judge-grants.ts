/** A grant of one of our own roles, by the role's name in the stacks. */
export interface RoleGrant {
  readonly role: string;
  readonly action: string;
  readonly resource: string;
  readonly isUsed: boolean;
}

export interface Verdict {
  readonly used: number;
  readonly unused: readonly string[];
}

/** Puts together what several clouds saw of the same grants. A grant that one of them saw used is used. */
export function judgeGrants(seen: readonly RoleGrant[]): Verdict {
  const grants = new Map<string, boolean>();
  for (const { role, action, resource, isUsed } of seen) {
    const key = `${role} ${action} ${withoutTargets(resource)}`;
    grants.set(key, isUsed || grants.get(key) === true);
  }
  const unused = [...grants].flatMap(([key, isUsed]) => (isUsed ? [] : [key])).sort();
  return { used: grants.size - unused.length, unused };
}

/** Deployments name agents, tools and secrets of their own; what may be done to one may be done to all of them. */
const withoutTargets = (resource: string): string =>
  resource
    .replace(/(:(?:stateMachine|execution|express):)(?!rollcall-).*/, '$1AGENT')
    .replace(/(:function:)(?!rollcall-).*/, '$1TOOL')
    .replace(/(:secret:).*/, '$1SECRET');
