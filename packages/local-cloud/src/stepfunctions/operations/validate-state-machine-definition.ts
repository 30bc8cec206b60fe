import { z } from 'zod';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { LARGEST_DEFINITION, validateDefinition } from '../definition/validate-definition.ts';
import type { Runner } from '../runner.ts';

const schema = z.object({
  definition: z.string().min(1).max(LARGEST_DEFINITION),
  type: z.enum(['STANDARD', 'EXPRESS']).default('STANDARD'),
  severity: z.enum(['ERROR', 'WARNING']).optional(),
  maxResults: z.number().int().min(0).max(100).optional(),
});

export function validateStateMachineDefinition(runner: Runner): Operation {
  return {
    permissions: () => [{ action: 'states:ValidateStateMachineDefinition', resource: '*' }],
    async run(raw) {
      const { definition, type, maxResults } = parseInput(schema, raw);
      const found = validateDefinition(definition, type, runner.context.hosts);
      const diagnostics = found.slice(0, maxResults || 100);
      return {
        result: found.length === 0 ? 'OK' : 'FAIL',
        diagnostics,
        truncated: diagnostics.length < found.length,
      };
    },
  };
}
