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
      runner.stateMachines.delete(stateMachineName(stateMachineArn));
      runner.stopAll(stateMachineArn);
      return {};
    },
  };
}
