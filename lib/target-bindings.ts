import { Annotations, type Stack } from 'aws-cdk-lib';
import type { NamedTarget, SecretBinding, TargetBindings } from '../contracts/target-bindings.ts';
import { DEFAULT_TENANT } from '../contracts/tenant.ts';
import type { Settings } from './settings.ts';

export const secretsOf = ({ endpointSecrets, secrets }: Settings): SecretBinding[] => [
  ...endpointSecrets,
  ...secrets.map((arn) => ({ arn, hosts: ['*'], tenants: [DEFAULT_TENANT] })),
];

/** What functions are told of what may be called by whom, as the variable `TARGET_BINDINGS`. */
export function writeBindings(stack: Stack, settings: Settings): string {
  if (settings.secrets.length > 0) {
    Annotations.of(stack).addWarningV2(
      'rollcall:endpointSecretArns',
      'endpointSecretArns lets who may start runs send these secrets to any host, and only the tenant default use them. Name the hosts: endpointSecrets: [{ arn, hosts, tenants? }].',
    );
  }
  const bindings: TargetBindings = {
    secrets: secretsOf(settings),
    agents: boundOnly(settings.agents),
    tools: boundOnly(settings.tools),
  };
  return stack.toJsonString(bindings);
}

/** Where everybody may call all of them, IAM says which. */
const boundOnly = (named: readonly NamedTarget[]): NamedTarget[] | undefined =>
  named.some(({ tenants }) => tenants) ? [...named] : undefined;
