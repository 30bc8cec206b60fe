import type { CloudContext } from '../cloud-context.ts';
import { AssemblyError } from './assembly-error.ts';
import { truthOf } from './intrinsics/functions.ts';
import { parameterValues } from './parameters.ts';
import type { Scope } from './scope.ts';
import type { Template } from './template.ts';

export interface TemplateScopeOptions {
  readonly context: Pick<CloudContext, 'accountId' | 'region'>;
  readonly stackName: string;
  readonly stackId: string;
  readonly template: Template;
  readonly resource: Scope['resource'];
  readonly importValue: Scope['importValue'];
}

/** What the functions of one stack's template see. */
export function templateScope(options: TemplateScopeOptions): Scope {
  const { context, template } = options;
  const conditions = new Map<string, boolean | 'evaluating'>();
  const scope: Scope = {
    pseudo: {
      'AWS::AccountId': context.accountId,
      'AWS::Region': context.region,
      'AWS::Partition': 'aws',
      'AWS::URLSuffix': 'amazonaws.com',
      'AWS::StackName': options.stackName,
      'AWS::StackId': options.stackId,
      'AWS::NotificationARNs': [],
    },
    parameters: parameterValues(template),
    mappings: template.Mappings ?? {},
    resource: options.resource,
    importValue: options.importValue,
    condition(name) {
      const known = conditions.get(name);
      if (known === 'evaluating') throw new AssemblyError(`the condition ${name} refers to itself`);
      if (known !== undefined) return known;
      const definition = template.Conditions?.[name];
      if (definition === undefined) throw new AssemblyError(`the condition ${name} is not defined`);
      conditions.set(name, 'evaluating');
      const value = truthOf(definition, scope);
      conditions.set(name, value);
      return value;
    },
  };
  return scope;
}
