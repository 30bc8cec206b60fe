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

const schema = z.object({
  stateMachineArn: arn,
  name: z.string().optional(),
  input: z.string().optional(),
  traceHeader: z.string().max(256).optional(),
});

export function startExecution(runner: Runner): Operation<{ stateMachineArn?: string }> {
  return {
    permissions: ({ stateMachineArn }) => [{ action: 'states:StartExecution', resource: String(stateMachineArn) }],
    async run(raw) {
      const { stateMachineArn, traceHeader, ...rest } = parseInput(schema, raw);
      const name = rest.name === undefined ? randomUUID() : checkName(rest.name);
      const input = executionInput(rest.input);
      const machine = findQualified(runner, stateMachineArn);
      const { stateMachine } = machine;
      if (stateMachine.type === 'EXPRESS') {
        const { arn: executionArn, startDate } = runner.startExpress({ machine, name, input });
        return { executionArn, startDate };
      }
      const executionArn = runner.arns.execution(stateMachine.name, name);
      if (rest.name !== undefined && runner.executions.exists(executionArn)) {
        // "Same name + same input while running → same answer; closed or other input → ExecutionAlreadyExists."
        const running = runner.executions.running(executionArn);
        if (running && !running.end && running.start.input === input.json) {
          return { executionArn, startDate: new Date(running.start.startDate) };
        }
        throw new AwsError('ExecutionAlreadyExists', `Execution Already Exists: '${executionArn}'`);
      }
      const { startDate } = await runner.start({ machine, name, input, traceHeader });
      return { executionArn, startDate: new Date(startDate) };
    },
  };
}
