import type { Template } from 'aws-cdk-lib/assertions';

export interface Statement {
  readonly Effect: string;
  readonly Action: string | string[];
  readonly Resource: unknown;
}

export const list = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);

/** All statements of the role whose logical id begins with `prefix`, as `action` → printed resources. */
export function statementsOf(template: Template, prefix: string): { action: string; resource: string }[] {
  return Object.entries(template.findResources('AWS::IAM::Policy'))
    .filter(([id]) => id.startsWith(prefix))
    .flatMap(([, policy]) => policy.Properties.PolicyDocument.Statement as Statement[])
    .flatMap((statement) =>
      list(statement.Action).flatMap((action) =>
        list(statement.Resource).map((resource) => ({ action, resource: JSON.stringify(resource) })),
      ),
    );
}
