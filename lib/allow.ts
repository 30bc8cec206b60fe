import { Stack, Validations } from 'aws-cdk-lib';
import { type IRole, PolicyStatement } from 'aws-cdk-lib/aws-iam';

/**
 * Lets a role do `actions` on `resources`. A resource with a wildcard needs its reason written down, which also
 * acknowledges cdk-nag's finding for exactly that resource.
 */
export function allow(role: IRole, actions: string[], resources: string[], whyWildcard?: string): void {
  role.addToPrincipalPolicy(new PolicyStatement({ actions, resources }));
  for (const resource of resources.map((arn) => printed(Stack.of(role).resolve(arn)))) {
    if (!resource.includes('*')) continue;
    if (!whyWildcard) throw new Error(`${resource} has a wildcard: say why ${actions.join(', ')} needs it.`);
    Validations.of(role).acknowledge({ id: `AwsSolutions-IAM5[Resource::${resource}]`, reason: whyWildcard });
  }
}

/** A resolved ARN as cdk-nag prints it: references in angle brackets. */
function printed(value: unknown): string {
  if (typeof value === 'string') return value;
  const node = value as { Ref?: string; 'Fn::Join'?: [string, unknown[]]; 'Fn::GetAtt'?: string[] };
  if (node['Fn::Join']) return node['Fn::Join'][1].map(printed).join(node['Fn::Join'][0]);
  return `<${node.Ref ?? node['Fn::GetAtt']?.join('.') ?? JSON.stringify(value)}>`;
}
