import type { Caller, Permission } from '../service.ts';
import { accessDenied, type DenialReason } from './access-denied.ts';
import { type AccessRequest, type Principal, requestContext } from './access-request.ts';
import { evaluate } from './evaluate.ts';
import { type Grant, GrantUsage } from './grant-usage.ts';
import type { Statement } from './policy-document.ts';
import type { PolicyStore, Role } from './policy-store.ts';

export interface AuthorizerOptions {
  readonly store: PolicyStore;
  readonly accountId: string;
  readonly region: string;
  log(line: string): void;
}

interface RolePolicies {
  readonly identity: Statement[];
  readonly boundary: Statement[] | undefined;
  /** Statements by action, so that a hot call looks only at those that can apply. */
  readonly byAction: Map<string, Statement[]>;
}

/** Decisions are remembered; a run that touches many objects must not fill the memory with them. */
const MOST_DECISIONS = 20_000;
/** Conditions on the time of day give another answer a moment later. */
const TIME_KEYS = new Set(['aws:currenttime', 'aws:epochtime']);

/** Answers for every call by a role whether the policies of the loaded templates allow it. */
export class Authorizer {
  readonly #options: AuthorizerOptions;
  readonly #roles = new Map<string, RolePolicies>();
  readonly #decisions = new Map<string, DenialReason | 'allowed'>();
  readonly #unknownRoles = new Set<string>();
  readonly #usage: GrantUsage;
  #version = -1;

  constructor(options: AuthorizerOptions) {
    this.#options = options;
    this.#usage = new GrantUsage(options.store);
  }

  /** What the roles of the templates are granted, and which of that they have asked for. */
  grants(): Grant[] {
    return this.#usage.list();
  }

  /** Throws AccessDenied, in AWS's words, for the first permission the caller lacks. */
  authorize(caller: Caller, permissions: readonly Permission[]): void {
    for (const permission of permissions) {
      const decision = this.#decide(caller, permission);
      if (decision !== 'allowed') throw accessDenied(caller.arn, permission.action, permission.resource, decision);
    }
  }

  isAllowed(caller: Caller, permission: Permission): boolean {
    return this.#decide(caller, permission) === 'allowed';
  }

  /** Whether a resource's policy lets an AWS service act on it for `sourceArn`: SNS or EventBridge on a function. */
  isServiceAllowed(service: string, action: string, resource: string, sourceArn: string): boolean {
    const request = this.#request({ type: 'service', service }, action, resource, {
      'aws:SourceArn': sourceArn,
      'aws:SourceAccount': this.#options.accountId,
      'aws:PrincipalIsAWSService': 'true',
      'aws:PrincipalServiceName': service,
    });
    return evaluate(this.#options.store.resourceStatements(resource), request) === 'allowed';
  }

  /** Whether a role lets a service act as it, by its global or regional name. A role of no template trusts everybody. */
  trusts(roleArn: string, service: string, sourceArn: string): boolean {
    const role = this.#options.store.role(roleArn);
    if (!role) return true;
    const statements = this.#options.store.trustStatements(role);
    const regional = service.replace('.', `.${this.#options.region}.`);
    return [service, regional].some((name) => {
      const request = this.#request({ type: 'service', service: name }, 'sts:AssumeRole', roleArn, {
        'aws:SourceArn': sourceArn,
        'aws:SourceAccount': this.#options.accountId,
      });
      return evaluate(statements, request) === 'allowed';
    });
  }

  #decide(caller: Caller, permission: Permission): DenialReason | 'allowed' {
    if (!caller.roleArn) return 'allowed';
    this.#forgetIfChanged();
    const role = this.#options.store.role(caller.roleArn);
    if (!role) return this.#unknownRole(caller.roleArn);

    const key = JSON.stringify([caller.arn, permission.action, permission.resource, permission.context]);
    const known = this.#decisions.get(key);
    if (known) return known;
    const { decision, statements } = this.#evaluate(caller, role, permission);
    if (decision === 'allowed') this.#usage.note(role, permission.action, permission.resource);
    if (!statements.some((statement) => statement.conditionKeys.some((name) => TIME_KEYS.has(name)))) {
      if (this.#decisions.size >= MOST_DECISIONS) this.#decisions.clear();
      this.#decisions.set(key, decision);
    }
    return decision;
  }

  #evaluate(caller: Caller, role: Role, { action, resource, context }: Permission) {
    const { accountId } = this.#options;
    const request = this.#request(
      { type: 'role', roleArn: role.arn, sessionArn: caller.arn, accountId },
      action,
      resource,
      {
        'aws:PrincipalArn': role.arn,
        'aws:PrincipalAccount': accountId,
        'aws:PrincipalType': 'AssumedRole',
        'aws:userid': caller.arn,
        'aws:PrincipalIsAWSService': 'false',
        ...context,
      },
    );
    const { boundary, ...policies } = this.#policiesOf(role);
    const identity = remember(policies.byAction, action, () =>
      policies.identity.filter((statement) => statement.matchesAction(action)),
    );
    const onResource = this.#options.store.resourceStatements(resource);
    const statements = [...identity, ...(boundary ?? []), ...onResource];

    const byIdentity = evaluate(identity, request);
    const byResource = evaluate(onResource, request);
    const byBoundary = boundary ? evaluate(boundary, request) : 'allowed';
    const assumed = action === 'sts:AssumeRole' ? this.#options.store.role(resource) : undefined;
    const decide = (): DenialReason | 'allowed' => {
      if (assumed && evaluate(this.#options.store.trustStatements(assumed), request) !== 'allowed')
        return 'not-trusted';
      if (byIdentity === 'denied-explicitly') return 'explicit-identity';
      if (byResource === 'denied-explicitly') return 'explicit-resource';
      if (byBoundary === 'denied-explicitly') return 'explicit-boundary';
      // Within one account, a resource policy that names the principal is enough on its own.
      if (byResource === 'allowed') return 'allowed';
      if (byIdentity !== 'allowed') return 'no-identity-policy';
      return byBoundary === 'allowed' ? 'allowed' : 'no-boundary';
    };
    return { decision: decide(), statements };
  }

  #policiesOf(role: Role): RolePolicies {
    const { store } = this.#options;
    return remember(this.#roles, role.arn, () => ({
      identity: store.identityStatements(role),
      boundary: store.boundaryStatements(role),
      byAction: new Map(),
    }));
  }

  #request(
    principal: Principal,
    action: string,
    resource: string,
    context: Readonly<Record<string, string>>,
  ): AccessRequest {
    const now = new Date();
    return {
      principal,
      action,
      resource,
      context: requestContext({
        // The loopback connection has no TLS; a policy that insists on it is about networks, which there are none of.
        'aws:SecureTransport': 'true',
        'aws:SourceIp': '127.0.0.1',
        'aws:RequestedRegion': this.#options.region,
        'aws:ResourceAccount': this.#options.accountId,
        'aws:ViaAWSService': 'false',
        'aws:CurrentTime': now.toISOString(),
        'aws:EpochTime': String(Math.floor(now.getTime() / 1000)),
        ...context,
      }),
    };
  }

  #unknownRole(roleArn: string): 'allowed' {
    if (!this.#unknownRoles.has(roleArn)) {
      this.#unknownRoles.add(roleArn);
      this.#options.log(`No loaded template defines the role ${roleArn}: it may do everything.`);
    }
    return 'allowed';
  }

  #forgetIfChanged(): void {
    if (this.#version === this.#options.store.version) return;
    this.#version = this.#options.store.version;
    this.#roles.clear();
    this.#decisions.clear();
  }
}

function remember<Key, Value>(cache: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = cache.get(key);
  if (value === undefined) {
    value = make();
    cache.set(key, value);
  }
  return value;
}
