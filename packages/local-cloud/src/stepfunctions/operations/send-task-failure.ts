import { z } from 'zod';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import type { Runner } from '../runner.ts';

const schema = z.object({
  taskToken: z.string().min(1).max(2048),
  error: z.string().max(256).default(''),
  cause: z.string().max(32_768).default(''),
});

export function sendTaskFailure(runner: Runner): Operation {
  return {
    permissions: () => [{ action: 'states:SendTaskFailure', resource: '*' }],
    async run(raw) {
      const { taskToken, error, cause } = parseInput(schema, raw);
      runner.tokens.fail(taskToken, error, cause);
      return {};
    },
  };
}
