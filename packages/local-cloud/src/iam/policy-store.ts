import { join } from 'node:path';
import { DurableMap } from '../store/durable-map.ts';
import { awsManagedPolicies, awsManagedPolicy, isAwsManaged } from './aws-managed-policies.ts';
import { allowedBy, parsePolicy, type Statement } from './policy-document.ts';
import { PolicyError } from './policy-error.ts';

/** A role as a template defines it. */
export interface Role {
  readonly arn: string;
  readonly name: string;
  readonly trust: unknown;
  /** The role's own inline policies. */
  readonly inline: readonly unknown[];
  readonly managedPolicyArns: readonly string[];
  readonly boundaryArn?: string;
}

/** An AWS::IAM::Policy or AWS::IAM::ManagedPolicy: a document and the names of the roles it is attached to. */
export interface AttachedPolicy {
  readonly document: unknown;
  readonly roles: readonly string[];
}

/** A statement list on a resource: a bucket policy, a queue policy, one Lambda permission. */
export interface ResourcePolicy {
  readonly resourceArns: readonly string[];
  readonly document: unknown;
}

/** Roles and policies of all loaded templates, on disk. `version` grows with every change, for those who cache. */
export class PolicyStore {
  readonly #roles: DurableMap<Role>;
  readonly #attached: DurableMap<AttachedPolicy>;
  readonly #onResources: DurableMap<ResourcePolicy>;
  #byResource: Map<string, Statement[]> | undefined;
  version = 0;

  constructor(dataDir: string) {
    const open = <T>(name: string) => new DurableMap<T>(join(dataDir, 'iam', `${name}.jsonl`));
    this.#roles = open<Role>('roles');
    this.#attached = open<AttachedPolicy>('policies');
    this.#onResources = open<ResourcePolicy>('resource-policies');
  }

  role(arn: string): Role | undefined {
    return this.#roles.get(arn);
  }

  putRole(role: Role): void {
    parsePolicy(role.trust, 'trust');
    for (const document of role.inline) parsePolicy(document, 'identity');
    for (const arn of role.managedPolicyArns) this.#managed(arn);
    if (role.boundaryArn) this.#managed(role.boundaryArn);
    this.#roles.set(role.arn, role);
    this.version++;
  }

  deleteRole(arn: string): void {
    this.#roles.delete(arn);
    this.version++;
  }

  /** `id` is the policy's ARN if it is a managed one, else any key its owner keeps. */
  putPolicy(id: string, policy: AttachedPolicy): void {
    parsePolicy(policy.document, 'identity');
    const names = new Set([...this.#roles.values()].map((role) => role.name));
    const missing = policy.roles.find((name) => !names.has(name));
    if (missing !== undefined) throw new PolicyError(`the role with name ${missing} cannot be found`);
    this.#attached.set(id, policy);
    this.version++;
  }

  deletePolicy(id: string): void {
    this.#attached.delete(id);
    this.version++;
  }

  putResourcePolicy(id: string, policy: ResourcePolicy): void {
    parsePolicy(policy.document, 'resource');
    this.#onResources.set(id, policy);
    this.#byResource = undefined;
    this.version++;
  }

  deleteResourcePolicy(id: string): void {
    this.#onResources.delete(id);
    this.#byResource = undefined;
    this.version++;
  }

  roles(): Iterable<Role> {
    return this.#roles.values();
  }

  identityStatements(role: Role): Statement[] {
    return this.#documents(role).flatMap((document) => parsePolicy(document, 'identity'));
  }

  /** Each action and resource that the role's policies allow, as they name them. */
  allowed(role: Role): { action: string; resource: string }[] {
    return this.#documents(role).flatMap((document) => allowedBy(document));
  }

  boundaryStatements(role: Role): Statement[] | undefined {
    return role.boundaryArn === undefined ? undefined : parsePolicy(this.#managed(role.boundaryArn), 'identity');
  }

  trustStatements(role: Role): Statement[] {
    return parsePolicy(role.trust, 'trust');
  }

  /** Statements of the policies on a resource; the object of a bucket and the version of a function count as theirs. */
  resourceStatements(resourceArn: string): Statement[] {
    this.#byResource ??= this.#indexByResource();
    return this.#byResource.get(ownerOf(resourceArn)) ?? [];
  }

  close(): void {
    for (const map of [this.#roles, this.#attached, this.#onResources]) map.close();
  }

  #documents(role: Role): unknown[] {
    const attached = [...this.#attached.values()].filter((policy) => policy.roles.includes(role.name));
    return [
      ...role.inline,
      ...attached.map((policy) => policy.document),
      ...role.managedPolicyArns.map((arn) => this.#managed(arn)),
    ];
  }

  #indexByResource(): Map<string, Statement[]> {
    const index = new Map<string, Statement[]>();
    for (const { resourceArns, document } of this.#onResources.values()) {
      const statements = parsePolicy(document, 'resource');
      for (const arn of resourceArns) index.set(arn, [...(index.get(arn) ?? []), ...statements]);
    }
    return index;
  }

  #managed(arn: string): unknown {
    const document = isAwsManaged(arn) ? awsManagedPolicy(arn) : this.#attached.get(arn)?.document;
    if (document) return document;
    throw new PolicyError(
      isAwsManaged(arn)
        ? `the AWS managed policy ${arn} is not known here; these are: ${Object.keys(awsManagedPolicies).join(', ')}`
        : `the policy ${arn} does not exist`,
    );
  }
}

/** Where a resource's policy is kept: with the bucket of an object, with the function of a version. */
function ownerOf(arn: string): string {
  if (arn.startsWith('arn:aws:s3:::')) return arn.split('/', 1)[0] ?? arn;
  if (arn.startsWith('arn:aws:lambda:')) return arn.split(':').slice(0, 7).join(':');
  if (arn.startsWith('arn:aws:s3tables:')) return arn.split('/').slice(0, 2).join('/');
  return arn;
}
