import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import { pageOf } from '../../page.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { stateMachineName } from '../arns.ts';
import { LARGEST_DEFINITION, requireValidDefinition, validateDefinition } from '../definition/validate-definition.ts';
import { findQualified } from '../qualified.ts';
import {
  arn,
  checkName,
  checkRoleArn,
  checkVersionDescription,
  kept,
  maxResults,
  nextToken,
  onePage,
  tags,
} from '../request.ts';
import { noteMachineTracing, requireLogDelivery, requireManagedRule } from '../role-checks.ts';
import type { Runner } from '../runner.ts';
import type { StateMachineRecord } from '../store/state-machines.ts';

const createStateMachineSchema = z.object({
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
      const { tags: tagList = [], publish, versionDescription, ...input } = parseInput(createStateMachineSchema, raw);
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

const updateStateMachineSchema = z.object({
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
      const { stateMachineArn, publish, versionDescription, definition, ...changes } = parseInput(
        updateStateMachineSchema,
        raw,
      );
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

const describeStateMachineSchema = z.object({ stateMachineArn: arn });

export function describeStateMachine(runner: Runner): Operation<{ stateMachineArn?: string }> {
  return {
    permissions: ({ stateMachineArn }) => [
      { action: 'states:DescribeStateMachine', resource: String(stateMachineArn) },
    ],
    async run(raw) {
      const { stateMachineArn } = parseInput(describeStateMachineSchema, raw);
      const { stateMachine: record } = findQualified(runner, stateMachineArn);
      return {
        stateMachineArn: record.arn,
        name: record.name,
        status: 'ACTIVE',
        description: 'description' in record ? record.description : undefined,
        definition: runner.definitions.get(record.definition).text,
        roleArn: record.roleArn,
        type: record.type,
        creationDate: new Date(record.creationDate),
        loggingConfiguration: record.loggingConfiguration ?? { level: 'OFF', includeExecutionData: false },
        tracingConfiguration: record.tracingConfiguration ?? { enabled: false },
        encryptionConfiguration: record.encryptionConfiguration ?? { type: 'AWS_OWNED_KEY' },
        revisionId: record.revisionId,
      };
    },
  };
}

const listStateMachinesSchema = z.object({ maxResults, nextToken });

export function listStateMachines(runner: Runner): Operation {
  return {
    permissions: () => [{ action: 'states:ListStateMachines', resource: '*' }],
    async run(raw) {
      const input = parseInput(listStateMachinesSchema, raw);
      const all = runner.stateMachines.all().sort((a, b) => (a.name < b.name ? -1 : 1));
      const { items, next } = pageOf(all, onePage(input));
      return {
        stateMachines: items.map(({ arn, name, type, creationDate }) => ({
          stateMachineArn: arn,
          name,
          type,
          creationDate: new Date(creationDate),
        })),
        nextToken: next,
      };
    },
  };
}

const deleteStateMachineSchema = z.object({ stateMachineArn: arn });

/** Deleting what is not there is no error; executions that run are stopped, and all stay to be looked at. */
export function deleteStateMachine(runner: Runner): Operation<{ stateMachineArn?: string }> {
  return {
    permissions: ({ stateMachineArn }) => [{ action: 'states:DeleteStateMachine', resource: String(stateMachineArn) }],
    async run(raw) {
      const { stateMachineArn } = parseInput(deleteStateMachineSchema, raw);
      const name = stateMachineName(stateMachineArn);
      for (const version of runner.versions.of(name)) runner.versions.delete(version.arn);
      for (const alias of runner.aliases.of(name)) runner.aliases.delete(alias.arn);
      runner.stateMachines.delete(name);
      runner.stopAll(stateMachineArn);
      return {};
    },
  };
}

const validateStateMachineDefinitionSchema = z.object({
  definition: z.string().min(1).max(LARGEST_DEFINITION),
  type: z.enum(['STANDARD', 'EXPRESS']).default('STANDARD'),
  severity: z.enum(['ERROR', 'WARNING']).optional(),
  maxResults: z.number().int().min(0).max(100).optional(),
});

export function validateStateMachineDefinition(runner: Runner): Operation {
  return {
    permissions: () => [{ action: 'states:ValidateStateMachineDefinition', resource: '*' }],
    async run(raw) {
      const { definition, type, maxResults } = parseInput(validateStateMachineDefinitionSchema, raw);
      const found = validateDefinition(definition, type, runner.context.hosts);
      const diagnostics = found.slice(0, maxResults || 100);
      return {
        result: found.length === 0 ? 'OK' : 'FAIL',
        diagnostics,
        truncated: diagnostics.length < found.length,
      };
    },
  };
}
