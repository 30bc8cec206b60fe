import { z } from 'zod';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import type { Runner } from '../runner.ts';

const schema = z.object({ taskToken: z.string().min(1).max(2048), output: z.string() });

export function sendTaskSuccess(runner: Runner): Operation {
  return {
    permissions: () => [{ action: 'states:SendTaskSuccess', resource: '*' }],
    async run(raw) {
      const { taskToken, output } = parseInput(schema, raw);
      runner.tokens.succeed(taskToken, output);
      return {};
    },
  };
}
