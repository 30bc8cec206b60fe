import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { LARGEST_DEFINITION, requireValidDefinition } from '../definition/validate-definition.ts';
import { requireLogDelivery } from '../log-delivery.ts';
import { requireManagedRule } from '../managed-rule.ts';
import { checkName } from '../names.ts';
import { kept, tags } from '../request.ts';
import { checkRoleArn } from '../role-arn.ts';
import type { Runner } from '../runner.ts';
import type { StateMachineRecord } from '../store/state-machines.ts';
import { noteMachineTracing } from '../tracing.ts';
import { checkVersionDescription } from '../version-description.ts';

const schema = z.object({
  name: z.string(),
  definition: z.string().min(1).max(LARGEST_DEFINITION),
  roleArn: z.string().min(1).max(256),
  type: z.enum(['STANDARD', 'EXPRESS']).default('STANDARD'),
  loggingConfiguration: kept,
  tracingConfiguration: kept,
  encryptionConfiguration: kept,
  tags: tags.max(50).optional(),
  publish: z.boolean().default(false),
  versionDescription: z.string().max(256).optional(),
});

export function createStateMachine(runner: Runner): Operation<{ name?: string; roleArn?: string }> {
  return {
    permissions: ({ name, roleArn }) => [
      { action: 'states:CreateStateMachine', resource: runner.arns.stateMachine(String(name)) },
      {
        action: 'iam:PassRole',
        resource: String(roleArn),
        context: { 'iam:PassedToService': 'states.amazonaws.com' },
      },
    ],
    async run(raw) {
      const { tags: tagList = [], publish, versionDescription, ...input } = parseInput(schema, raw);
      checkVersionDescription(publish, versionDescription);
      checkName(input.name);
      checkRoleArn(input.roleArn);
      requireValidDefinition(input.definition, input.type, runner.context.hosts);
      requireManagedRule(input.definition, input.roleArn, runner.context);
      requireLogDelivery(input.loggingConfiguration, input.roleArn, runner.context);
      noteMachineTracing(input, runner.context);
      const answer = (machine: StateMachineRecord) => ({
        stateMachineArn: machine.arn,
        creationDate: new Date(machine.creationDate),
        stateMachineVersionArn: publish ? runner.versions.publish(machine, versionDescription).arn : undefined,
      });
      const definition = runner.definitions.put(input.definition);
      const known = runner.stateMachines.named(input.name);
      if (known) {
        // "CreateStateMachine is an idempotent API": the same once more is no error.
        if (known.definition === definition && known.type === input.type) {
          return answer(known);
        }
        throw new AwsError('StateMachineAlreadyExists', `State Machine Already Exists: '${known.arn}'`);
      }
      const now = Date.now();
      const record = {
        ...input,
        arn: runner.arns.stateMachine(input.name),
        definition,
        creationDate: now,
        updateDate: now,
        revisionId: randomUUID(),
        tags: Object.fromEntries(tagList.map(({ key, value }) => [key, value])),
      };
      runner.stateMachines.put(record);
      return answer(record);
    },
  };
}
