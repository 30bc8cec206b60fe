import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { checkRoutes, routingConfiguration } from '../routing-configuration.ts';
import type { Runner } from '../runner.ts';

const schema = z.object({
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
      const { name, description, routingConfiguration: routes } = parseInput(schema, raw);
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
