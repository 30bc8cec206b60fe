import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Rollcall, type RollcallProps } from '../../lib/rollcall.ts';

const ARN = 'us-east-1:123456789012';

/** With everything that brings roles or grants. */
const ALL: RollcallProps = {
  api: true,
  traceAgents: true,
  agents: [`arn:aws:states:${ARN}:stateMachine:agent`],
  tools: [`arn:aws:lambda:${ARN}:function:tool`],
  secrets: [`arn:aws:secretsmanager:${ARN}:secret:token`],
  secretKeys: [`arn:aws:kms:${ARN}:key/secrets`],
};

export interface Statement {
  readonly Effect: string;
  readonly Action: readonly string[];
  readonly Resource: readonly string[];
}

/** The statements of each role, by its name in the stacks. References stand as text: equal ones are equal. */
export function rolesOf(tables: 'glue' | 's3tables'): Map<string, Statement[]> {
  const app = new App({ context: { 'aws:cdk:bundling-stacks': [] } });
  new Rollcall(app, 'Rollcall', { ...ALL, tables });
  const roles = new Map<string, Statement[]>();
  for (const stack of app.node.children.filter(Stack.isStack)) {
    const template = Template.fromStack(stack);
    for (const id of Object.keys(template.findResources('AWS::IAM::Role'))) roles.set(nameOf(id), []);
    // CDK puts what is too much for one policy into a managed one.
    const policies = ['AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy'].flatMap((type) =>
      Object.values(template.findResources(type)),
    );
    for (const { Properties } of policies) {
      for (const { Ref } of Properties.Roles as { Ref: string }[]) {
        roles.get(nameOf(Ref))?.push(...(Properties.PolicyDocument.Statement as object[]).map(statementOf));
      }
    }
  }
  return roles;
}

/** CDK ends a logical id with a hash. */
const nameOf = (id: string): string => id.replace(/Role[0-9A-F]{8}$/, '');

const statementOf = (statement: object): Statement => {
  const { Effect, Action, Resource } = statement as Record<keyof Statement, unknown>;
  return { Effect: String(Effect), Action: [Action].flat().map(String), Resource: [Resource].flat().map(written) };
};

function written(value: unknown): string {
  if (typeof value === 'string') return value;
  const { 'Fn::Join': join } = value as { 'Fn::Join'?: [string, unknown[]] };
  return join ? join[1].map(written).join(join[0]) : JSON.stringify(value).replace(/[*?]/g, '');
}
