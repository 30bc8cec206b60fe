import { z } from 'zod';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import type { Runner } from '../runner.ts';

const schema = z.object({ taskToken: z.string().min(1).max(2048) });

export function sendTaskHeartbeat(runner: Runner): Operation {
  return {
    permissions: () => [{ action: 'states:SendTaskHeartbeat', resource: '*' }],
    async run(raw) {
      runner.tokens.heartbeat(parseInput(schema, raw).taskToken);
      return {};
    },
  };
}
