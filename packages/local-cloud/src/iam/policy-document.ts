import type { AccessRequest, RequestContext } from './access-request.ts';
import { type Condition, parseConditions } from './condition.ts';
import { PolicyError } from './policy-error.ts';
import { fillVariables, hasVariables } from './policy-variables.ts';
import { matchesPrincipal, type PrincipalBlock, parsePrincipals } from './principal.ts';
import { wildcard } from './wildcard.ts';

/** One statement, made ready for matching. */
export interface Statement {
  readonly effect: 'Allow' | 'Deny';
  matchesAction(action: string): boolean;
  /** Principal (resource policies only), resource and conditions; the action has been matched before. */
  applies(request: AccessRequest): boolean;
  readonly conditionKeys: readonly string[];
}

const KNOWN_ELEMENTS = [
  'Sid',
  'Effect',
  'Action',
  'NotAction',
  'Resource',
  'NotResource',
  'Condition',
  'Principal',
  'NotPrincipal',
];

export type PolicyKind = 'identity' | 'resource' | 'trust';

/** Reads a policy document; what cannot be evaluated is refused here, when it is loaded, rather than ignored later. */
export function parsePolicy(document: unknown, kind: PolicyKind): Statement[] {
  const parsed = typeof document === 'string' ? parseJson(document) : document;
  if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) {
    throw new PolicyError('the policy document is not an object');
  }
  const { Version, Statement } = parsed as { Version?: unknown; Statement?: unknown };
  if (Version !== undefined && Version !== '2012-10-17' && Version !== '2008-10-17') {
    throw new PolicyError(`the policy's Version is ${JSON.stringify(Version)}; it must be 2012-10-17 or 2008-10-17`);
  }
  if (Statement === undefined) throw new PolicyError('the policy document has no Statement');
  return listOf(Statement).map((statement) => parseStatement(statement, kind));
}

/** Each action and resource that a document allows, as it names them; what it allows all but is left out. */
export function allowedBy(document: unknown): { action: string; resource: string }[] {
  const { Statement = [] } = (typeof document === 'string' ? parseJson(document) : document) as { Statement?: unknown };
  return (listOf(Statement) as Record<string, unknown>[])
    .filter(({ Effect }) => Effect === 'Allow')
    .flatMap(({ Action = [], Resource = [] }) =>
      (listOf(Action) as string[]).flatMap((action) =>
        (listOf(Resource) as string[]).map((resource) => ({ action, resource })),
      ),
    );
}

function parseStatement(value: unknown, kind: PolicyKind): Statement {
  if (value === null || typeof value !== 'object') throw new PolicyError('a Statement is not an object');
  const statement = value as Record<string, unknown>;
  const unknown = Object.keys(statement).find((key) => !KNOWN_ELEMENTS.includes(key));
  if (unknown) throw new PolicyError(`the statement element ${unknown} is not one of ${KNOWN_ELEMENTS.join(', ')}`);
  const { Effect } = statement;
  if (Effect !== 'Allow' && Effect !== 'Deny') {
    throw new PolicyError(`Effect is ${JSON.stringify(Effect)}; it must be Allow or Deny`);
  }
  const actions = oneOf(statement, 'Action', 'NotAction', 'Action');
  if (!actions) throw new PolicyError('a statement has neither Action nor NotAction');
  const resources = oneOf(statement, 'Resource', 'NotResource', 'Resource');
  if (!resources && kind === 'identity') throw new PolicyError('a statement has neither Resource nor NotResource');
  const principals = principalsOf(statement, kind);
  const conditions = parseConditions(statement.Condition);
  const matchesAction = matcher(actions, 'i');
  const matchesResource = resources ? matcher(resources) : () => true;
  return {
    effect: Effect,
    matchesAction: (action) => matchesAction(action, NO_CONTEXT),
    applies: (request) =>
      (!principals || matchesPrincipal(principals, request.principal)) &&
      matchesResource(request.resource, request.context) &&
      conditions.every((condition: Condition) => condition.holds(request.context)),
    conditionKeys: conditions.map((condition) => condition.key),
  };
}

function principalsOf(statement: Record<string, unknown>, kind: PolicyKind): PrincipalBlock | undefined {
  const given = statement.Principal !== undefined || statement.NotPrincipal !== undefined;
  if (kind === 'identity') {
    if (given) throw new PolicyError('a policy of a role has no Principal');
    return undefined;
  }
  if (!given) throw new PolicyError('a statement of a resource or trust policy needs a Principal');
  return statement.Principal === undefined
    ? { ...parsePrincipals(statement.NotPrincipal), negated: true }
    : parsePrincipals(statement.Principal);
}

const NO_CONTEXT: RequestContext = new Map();

interface Patterns {
  readonly patterns: string[];
  readonly negated: boolean;
}

function oneOf(statement: Record<string, unknown>, name: string, notName: string, what: string): Patterns | undefined {
  const negated = statement[name] === undefined;
  const value = negated ? statement[notName] : statement[name];
  if (value === undefined) return undefined;
  const patterns = listOf(value);
  const wrong = patterns.find((pattern) => typeof pattern !== 'string');
  if (wrong !== undefined) throw new PolicyError(`${what} has ${JSON.stringify(wrong)}, which is not a string`);
  return { patterns: patterns as string[], negated };
}

function matcher({ patterns, negated }: Patterns, flags = ''): (value: string, context: RequestContext) => boolean {
  const tests = patterns.map((pattern): ((value: string, context: RequestContext) => boolean) => {
    if (!hasVariables(pattern)) return wildcard(pattern, flags);
    return (value, context) => {
      const filled = fillVariables(pattern, context);
      return filled !== undefined && wildcard(filled, flags)(value);
    };
  });
  return (value, context) => tests.some((test) => test(value, context)) !== negated;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new PolicyError('the policy document is not JSON');
  }
}
