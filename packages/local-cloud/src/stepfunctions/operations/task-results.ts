import { z } from 'zod';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import type { Runner } from '../runner.ts';

const sendTaskSuccessSchema = z.object({ taskToken: z.string().min(1).max(2048), output: z.string() });

export function sendTaskSuccess(runner: Runner): Operation {
  return {
    permissions: () => [{ action: 'states:SendTaskSuccess', resource: '*' }],
    async run(raw) {
      const { taskToken, output } = parseInput(sendTaskSuccessSchema, raw);
      runner.tokens.succeed(taskToken, output);
      return {};
    },
  };
}

const sendTaskFailureSchema = z.object({
  taskToken: z.string().min(1).max(2048),
  error: z.string().max(256).default(''),
  cause: z.string().max(32_768).default(''),
});

export function sendTaskFailure(runner: Runner): Operation {
  return {
    permissions: () => [{ action: 'states:SendTaskFailure', resource: '*' }],
    async run(raw) {
      const { taskToken, error, cause } = parseInput(sendTaskFailureSchema, raw);
      runner.tokens.fail(taskToken, error, cause);
      return {};
    },
  };
}

const sendTaskHeartbeatSchema = z.object({ taskToken: z.string().min(1).max(2048) });

export function sendTaskHeartbeat(runner: Runner): Operation {
  return {
    permissions: () => [{ action: 'states:SendTaskHeartbeat', resource: '*' }],
    async run(raw) {
      runner.tokens.heartbeat(parseInput(sendTaskHeartbeatSchema, raw).taskToken);
      return {};
    },
  };
}
