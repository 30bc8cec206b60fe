import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { executionInput } from '../execution-input.ts';
import { checkName } from '../names.ts';
import { findQualified } from '../qualified.ts';
import { arn } from '../request.ts';
import type { Runner } from '../runner.ts';

const schema = z.object({ stateMachineArn: arn, name: z.string().optional(), input: z.string().optional() });

/** Runs an EXPRESS execution to its end and gives what came out. */
export function startSyncExecution(runner: Runner): Operation<{ stateMachineArn?: string }> {
  return {
    permissions: ({ stateMachineArn }) => [{ action: 'states:StartSyncExecution', resource: String(stateMachineArn) }],
    async run(raw) {
      const request = parseInput(schema, raw);
      const name = request.name === undefined ? randomUUID() : checkName(request.name);
      const input = executionInput(request.input);
      const machine = findQualified(runner, request.stateMachineArn);
      const { stateMachine } = machine;
      if (stateMachine.type !== 'EXPRESS') {
        throw new AwsError(
          'StateMachineTypeNotSupported',
          `State Machine Type Not Supported: 'This operation is not supported by this type of state machine: ${stateMachine.arn}'`,
        );
      }
      const { arn: executionArn, startDate, done } = runner.startExpress({ machine, name, input });
      const result = await done;
      return {
        ...result,
        executionArn,
        startDate,
        stateMachineArn: machine.arn,
        name,
        // A synchronous execution has no ABORTED.
        status: result.status === 'ABORTED' ? 'FAILED' : result.status,
        input: input.json,
        inputDetails: { included: true },
        ...(result.output !== undefined && { outputDetails: { included: true } }),
      };
    },
  };
}
