import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import { pageOf } from '../../page.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { qualifierOf, stateMachineName } from '../arns.ts';
import { findQualified } from '../qualified.ts';
import { arn, maxResults, nextToken, onePage } from '../request.ts';
import type { Runner } from '../runner.ts';
import type { Route } from '../store/aliases.ts';

export const routingConfiguration = z
  .array(z.object({ stateMachineVersionArn: arn, weight: z.number().int().min(0).max(100) }))
  .min(1)
  .max(2);

const createStateMachineAliasSchema = z.object({
  name: z
    .string()
    .min(1)
    .max(80)
    .regex(/^(?=.*[a-zA-Z_\-.])[a-zA-Z0-9_\-.]+$/),
  description: z.string().max(256).optional(),
  routingConfiguration,
});

export function createStateMachineAlias(
  runner: Runner,
): Operation<{ routingConfiguration?: { stateMachineVersionArn?: string }[] }> {
  return {
    permissions: ({ routingConfiguration: routes }) => [
      {
        action: 'states:CreateStateMachineAlias',
        resource: String(routes?.[0]?.stateMachineVersionArn).replace(/:\d+$/, ''),
      },
    ],
    async run(raw) {
      const { name, description, routingConfiguration: routes } = parseInput(createStateMachineAliasSchema, raw);
      const machine = checkRoutes(runner, routes);
      const arn = `${runner.arns.stateMachine(machine)}:${name}`;
      const known = runner.aliases.find(arn);
      if (known && (known.description !== description || !isDeepStrictEqual(known.routes, routes))) {
        throw new AwsError(
          'ConflictException',
          'Failed to create alias because an alias with the same name and a different routing configuration already exists.',
        );
      }
      const now = Date.now();
      const record = known ?? { arn, name, machine, description, routes, creationDate: now, updateDate: now };
      runner.aliases.put(record);
      return { stateMachineAliasArn: arn, creationDate: new Date(record.creationDate) };
    },
  };
}

const describeStateMachineAliasSchema = z.object({ stateMachineAliasArn: arn });

export function describeStateMachineAlias(runner: Runner): Operation<{ stateMachineAliasArn?: string }> {
  return {
    permissions: ({ stateMachineAliasArn }) => [
      { action: 'states:DescribeStateMachineAlias', resource: String(stateMachineAliasArn) },
    ],
    async run(raw) {
      const record = runner.aliases.get(parseInput(describeStateMachineAliasSchema, raw).stateMachineAliasArn);
      return {
        stateMachineAliasArn: record.arn,
        name: record.name,
        description: record.description,
        routingConfiguration: record.routes,
        creationDate: new Date(record.creationDate),
        updateDate: new Date(record.updateDate),
      };
    },
  };
}

const listStateMachineAliasesSchema = z.object({ stateMachineArn: arn, maxResults, nextToken });

/** All of a state machine, or those that lead to one of its versions. */
export function listStateMachineAliases(runner: Runner): Operation<{ stateMachineArn?: string }> {
  return {
    permissions: ({ stateMachineArn }) => [
      { action: 'states:ListStateMachineAliases', resource: String(stateMachineArn) },
    ],
    async run(raw) {
      const input = parseInput(listStateMachineAliasesSchema, raw);
      const { stateMachine, versionArn } = findQualified(runner, input.stateMachineArn);
      const all = runner.aliases
        .of(stateMachine.name)
        .filter(
          ({ routes }) =>
            versionArn === undefined || routes.some((route) => route.stateMachineVersionArn === versionArn),
        );
      const { items, next } = pageOf(all, onePage(input));
      return {
        stateMachineAliases: items.map((alias) => ({
          stateMachineAliasArn: alias.arn,
          creationDate: new Date(alias.creationDate),
        })),
        nextToken: next,
      };
    },
  };
}

const updateStateMachineAliasSchema = z.object({
  stateMachineAliasArn: arn,
  description: z.string().max(256).optional(),
  routingConfiguration: routingConfiguration.optional(),
});

export function updateStateMachineAlias(runner: Runner): Operation<{ stateMachineAliasArn?: string }> {
  return {
    permissions: ({ stateMachineAliasArn }) => [
      { action: 'states:UpdateStateMachineAlias', resource: String(stateMachineAliasArn) },
    ],
    async run(raw) {
      const {
        stateMachineAliasArn,
        description,
        routingConfiguration: routes,
      } = parseInput(updateStateMachineAliasSchema, raw);
      if (description === undefined && routes === undefined) {
        throw new AwsError(
          'ValidationException',
          'Either the description or the routingConfiguration must be specified.',
        );
      }
      const record = runner.aliases.get(stateMachineAliasArn);
      if (routes && checkRoutes(runner, routes) !== record.machine) {
        throw new AwsError(
          'ValidationException',
          `${stateMachineAliasArn} can only lead to versions of ${record.machine}.`,
        );
      }
      const updateDate = Date.now();
      runner.aliases.put({
        ...record,
        description: description ?? record.description,
        routes: routes ?? record.routes,
        updateDate,
      });
      return { updateDate: new Date(updateDate) };
    },
  };
}

const deleteStateMachineAliasSchema = z.object({ stateMachineAliasArn: arn });

/** Deleting what is not there is no error. */
export function deleteStateMachineAlias(runner: Runner): Operation<{ stateMachineAliasArn?: string }> {
  return {
    permissions: ({ stateMachineAliasArn }) => [
      { action: 'states:DeleteStateMachineAlias', resource: String(stateMachineAliasArn) },
    ],
    async run(raw) {
      runner.aliases.delete(parseInput(deleteStateMachineAliasSchema, raw).stateMachineAliasArn);
      return {};
    },
  };
}

/** Checks where an alias leads; gives the name of the one state machine all its versions belong to. */
export function checkRoutes(runner: Runner, routes: readonly Route[]): string {
  const arns = routes.map(({ stateMachineVersionArn }) => stateMachineVersionArn);
  const shown = `Received: [${arns.join(', ')}]`;
  if (!arns.every((one) => /^\d+$/.test(qualifierOf(one).qualifier ?? ''))) {
    refuse(`Routing configuration must contain state machine version ARNs. ${shown}`);
  }
  if (new Set(arns).size < arns.length) {
    refuse(`Routing configuration must contain distinct state machine version ARNs. ${shown}`);
  }
  const weights = routes.map(({ weight }) => weight);
  if (weights.reduce((sum, weight) => sum + weight, 0) !== 100) {
    refuse(`Sum of routing configuration weights must equal 100. Received: [${weights.join(', ')}]`);
  }
  const machines = new Set(arns.map((one) => stateMachineName(qualifierOf(one).unqualified)));
  const [machine] = machines;
  if (machine === undefined || machines.size > 1) {
    return refuse(`Routing configuration must contain versions of one state machine. ${shown}`);
  }
  if (!arns.every((one) => runner.versions.has(one))) {
    throw new AwsError('ResourceNotFound', 'Request references a resource that does not exist.');
  }
  return machine;
}

function refuse(message: string): never {
  throw new AwsError('ValidationException', message);
}
