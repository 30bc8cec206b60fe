import { HOST_PATTERN, type NamedTarget, type TargetBindings } from '../contracts/target-bindings.ts';

/** The part of a configuration, or of a run, that says what is called. */
interface Called {
  readonly endpoint?: { readonly url: string; readonly auth?: { readonly secretArn: string } };
  readonly agentStateMachineArn?: string;
  readonly toolLambdaArn?: string;
}

/** Why the tenant may not call this, if so. IAM refuses besides whatever was not named at deployment at all. */
export function problemOfTarget(called: Called, tenant: string, bindings: TargetBindings): string | undefined {
  const { endpoint, agentStateMachineArn: agent, toolLambdaArn: tool } = called;
  if (endpoint?.auth) {
    return problemOfSecret(endpoint.auth.secretArn, new URL(endpoint.url), tenant, bindings, mayBeSecret);
  }
  if (agent && bindings.agents) return problemOfNamed('agent', agent, tenant, bindings.agents);
  if (tool && bindings.tools) return problemOfNamed('tool', tool, tenant, bindings.tools);
  return undefined;
}

/**
 * Why a secret may not be sent there.
 * @param isSame whether a binding speaks of the secret: of its whole ARN, unless only what a person wrote is known
 */
export function problemOfSecret(
  secret: string,
  url: URL,
  tenant: string,
  { secrets }: TargetBindings,
  isSame: (pattern: string, secret: string) => boolean = matches,
): string | undefined {
  const own = secrets.filter((binding) => isFor(tenant, binding) && isSame(binding.arn, secret));
  if (own.length === 0) {
    const entry = JSON.stringify([{ arn: secret, hosts: [url.protocol === 'https:' ? url.host : url.origin] }]);
    return `${notNamed('secret', secret, tenant)} If it is to be sent there, allow it with -c endpointSecrets='${entry}' (cdk deploy, or rollcall dev).`;
  }
  const hosts = own.flatMap((binding) => binding.hosts);
  const problem = problemOfHosts(secret, url, hosts);
  return problem && `${problem} Whoever deploys names the hosts in endpointSecrets.`;
}

/** Why a secret may not be sent there, by the hosts it is bound to. */
export function problemOfHosts(secret: string, url: URL, hosts: readonly string[]): string | undefined {
  if (hosts.some((host) => isHost(host, url))) return undefined;
  return `The secret ${secret} may be sent to ${[...new Set(hosts)].join(', ')} only; the address is on ${url.origin}.`;
}

function problemOfNamed(kind: string, arn: string, tenant: string, named: readonly NamedTarget[]): string | undefined {
  const fits = named.some((one) => isFor(tenant, one) && matches(one.arn, arn));
  return fits ? undefined : notNamed(kind, arn, tenant);
}

/** The same whether there is no such thing or it is another's. */
const notNamed = (kind: string, arn: string, tenant: string): string =>
  `The ${kind} ${arn} is not named at deployment for the tenant ${tenant}.`;

const isFor = (tenant: string, { tenants }: NamedTarget): boolean => !tenants || tenants.includes(tenant);

/** A hyphen and six characters, which Secrets Manager puts after a name. */
const SUFFIX = '-AbCdEf';

/** Secrets Manager takes an ARN, with or without its last part, or a name. Which one it is, its answer tells. */
function mayBeSecret(pattern: string, given: string): boolean {
  const part = given.startsWith('arn:') ? pattern : (pattern.split(':secret:')[1] ?? pattern);
  return matches(part, given) || matches(part, given + SUFFIX) || part.slice(0, -SUFFIX.length) === given;
}

/** As IAM compares resources: `*` is any text, `?` one character. */
function matches(pattern: string, text: string): boolean {
  const expression = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${expression}$`, 's').test(text);
}

function isHost(pattern: string, url: URL): boolean {
  if (pattern === '*') return true;
  const [, scheme = 'https', host = '', port] = HOST_PATTERN.exec(pattern.toLowerCase()) ?? [];
  const usual = scheme === 'https' ? '443' : '80';
  const actual = url.port || (url.protocol === 'https:' ? '443' : '80');
  if (url.protocol !== `${scheme}:` || (port !== '*' && actual !== (port ?? usual))) return false;
  return host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host;
}
