import type { Principal } from './access-request.ts';
import { PolicyError } from './policy-error.ts';
import { wildcard } from './wildcard.ts';

/** The Principal element of a resource or trust policy. */
export interface PrincipalBlock {
  readonly aws: readonly string[];
  readonly services: readonly string[];
  readonly negated?: boolean;
}

export function parsePrincipals(value: unknown): PrincipalBlock {
  if (value === '*') return { aws: ['*'], services: ['*'] };
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new PolicyError(`Principal is ${JSON.stringify(value)}; it must be "*" or { AWS, Service, Federated }`);
  }
  const { AWS, Service, Federated, CanonicalUser, ...others } = value as Record<string, unknown>;
  const unknown = Object.keys(others)[0] ?? (CanonicalUser === undefined ? undefined : 'CanonicalUser');
  if (unknown) throw new PolicyError(`Principal type ${unknown} is not known; use AWS, Service or Federated`);
  // A federated principal is never the caller here, so it matches nobody.
  if (AWS === undefined && Service === undefined && Federated === undefined)
    throw new PolicyError('Principal is empty');
  return { aws: list(AWS), services: list(Service) };
}

export function matchesPrincipal(block: PrincipalBlock, principal: Principal): boolean {
  const matched =
    principal.type === 'service'
      ? block.services.some((name) => name === '*' || name === principal.service)
      : block.aws.some((name) => matchesRole(name, principal));
  return matched !== (block.negated ?? false);
}

function matchesRole(name: string, role: Extract<Principal, { type: 'role' }>): boolean {
  return (
    name === '*' ||
    name === role.accountId ||
    /^arn:aws:iam::(\d+):root$/.exec(name)?.[1] === role.accountId ||
    wildcard(name)(role.roleArn) ||
    name === role.sessionArn
  );
}

function list(value: unknown): string[] {
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).map(String);
}
