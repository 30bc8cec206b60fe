import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { arn } from '../request.ts';
import { checkRoutes, routingConfiguration } from '../routing-configuration.ts';
import type { Runner } from '../runner.ts';

const schema = z.object({
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
      const { stateMachineAliasArn, description, routingConfiguration: routes } = parseInput(schema, raw);
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
