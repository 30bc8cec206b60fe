import { z } from 'zod';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { stateMachineName } from '../arns.ts';
import { arn } from '../request.ts';
import type { Runner } from '../runner.ts';

const schema = z.object({ stateMachineArn: arn });

/** Deleting what is not there is no error; executions that run are stopped, and all stay to be looked at. */
export function deleteStateMachine(runner: Runner): Operation<{ stateMachineArn?: string }> {
  return {
    permissions: ({ stateMachineArn }) => [{ action: 'states:DeleteStateMachine', resource: String(stateMachineArn) }],
    async run(raw) {
      const { stateMachineArn } = parseInput(schema, raw);
      const name = stateMachineName(stateMachineArn);
      for (const version of runner.versions.of(name)) runner.versions.delete(version.arn);
      for (const alias of runner.aliases.of(name)) runner.aliases.delete(alias.arn);
      runner.stateMachines.delete(name);
      runner.stopAll(stateMachineArn);
      return {};
    },
  };
}
