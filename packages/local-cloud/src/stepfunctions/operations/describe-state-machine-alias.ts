import { z } from 'zod';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { arn } from '../request.ts';
import type { Runner } from '../runner.ts';

const schema = z.object({ stateMachineAliasArn: arn });

export function describeStateMachineAlias(runner: Runner): Operation<{ stateMachineAliasArn?: string }> {
  return {
    permissions: ({ stateMachineAliasArn }) => [
      { action: 'states:DescribeStateMachineAlias', resource: String(stateMachineAliasArn) },
    ],
    async run(raw) {
      const record = runner.aliases.get(parseInput(schema, raw).stateMachineAliasArn);
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
