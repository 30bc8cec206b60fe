import { z } from 'zod';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { arn } from '../request.ts';
import type { Runner } from '../runner.ts';

const schema = z.object({ stateMachineAliasArn: arn });

/** Deleting what is not there is no error. */
export function deleteStateMachineAlias(runner: Runner): Operation<{ stateMachineAliasArn?: string }> {
  return {
    permissions: ({ stateMachineAliasArn }) => [
      { action: 'states:DeleteStateMachineAlias', resource: String(stateMachineAliasArn) },
    ],
    async run(raw) {
      runner.aliases.delete(parseInput(schema, raw).stateMachineAliasArn);
      return {};
    },
  };
}
