import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { LARGEST_DEFINITION, requireValidDefinition } from '../definition/validate-definition.ts';
import { requireLogDelivery } from '../log-delivery.ts';
import { requireManagedRule } from '../managed-rule.ts';
import { arn, kept } from '../request.ts';
import { checkRoleArn } from '../role-arn.ts';
import type { Runner } from '../runner.ts';
import { noteMachineTracing } from '../tracing.ts';
import { checkVersionDescription } from '../version-description.ts';

const schema = z.object({
  stateMachineArn: arn,
  definition: z.string().min(1).max(LARGEST_DEFINITION).optional(),
  roleArn: z.string().min(1).max(256).optional(),
  loggingConfiguration: kept,
  tracingConfiguration: kept,
  encryptionConfiguration: kept,
  publish: z.boolean().default(false),
  versionDescription: z.string().max(256).optional(),
});

/** Executions that run go on with the definition they were started with. */
export function updateStateMachine(runner: Runner): Operation<{ stateMachineArn?: string; roleArn?: string }> {
  return {
    permissions: ({ stateMachineArn, roleArn }) => [
      { action: 'states:UpdateStateMachine', resource: String(stateMachineArn) },
      ...(roleArn === undefined
        ? []
        : [{ action: 'iam:PassRole', resource: roleArn, context: { 'iam:PassedToService': 'states.amazonaws.com' } }]),
    ],
    async run(raw) {
      const { stateMachineArn, publish, versionDescription, definition, ...changes } = parseInput(schema, raw);
      checkVersionDescription(publish, versionDescription);
      const record = runner.stateMachines.get(stateMachineArn);
      if (definition === undefined && Object.values(changes).every((value) => value === undefined)) {
        throw new AwsError(
          'MissingRequiredParameter',
          'Either the definition, the role ARN, the LoggingConfiguration, or the TracingConfiguration must be specified',
        );
      }
      if (changes.roleArn !== undefined) checkRoleArn(changes.roleArn);
      if (definition !== undefined) requireValidDefinition(definition, record.type, runner.context.hosts);
      const text = definition ?? runner.definitions.get(record.definition).text;
      const roleArn = changes.roleArn ?? record.roleArn;
      requireManagedRule(text, roleArn, runner.context);
      requireLogDelivery(changes.loggingConfiguration ?? record.loggingConfiguration, roleArn, runner.context);
      const updateDate = Date.now();
      const updated = {
        ...record,
        ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
        definition: definition === undefined ? record.definition : runner.definitions.put(definition),
        updateDate,
      };
      noteMachineTracing(updated, runner.context);
      // What runs is the same as before: no new revision, and nothing new to publish.
      const same = updated.definition === record.definition && updated.roleArn === record.roleArn;
      const machine = same ? updated : { ...updated, revisionId: randomUUID() };
      runner.stateMachines.put(machine);
      return {
        updateDate: new Date(updateDate),
        revisionId: same ? undefined : machine.revisionId,
        stateMachineVersionArn: publish ? runner.versions.publish(machine, versionDescription).arn : undefined,
      };
    },
  };
}
