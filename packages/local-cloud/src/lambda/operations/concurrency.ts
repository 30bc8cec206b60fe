import { z } from 'zod';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { resourceArn } from '../function-name.ts';
import { invalid } from '../function-settings.ts';
import type { Functions } from '../functions.ts';

const schema = z.object({ ReservedConcurrentExecutions: z.number().int().min(0) });

export const putFunctionConcurrency = (functions: Functions): Operation<{ FunctionName?: unknown }> => ({
  permissions: (input) => [
    { action: 'lambda:PutFunctionConcurrency', resource: resourceArn(functions.context, input.FunctionName) },
  ],
  async run(input) {
    const record = functions.named(input.FunctionName);
    const { ReservedConcurrentExecutions: reserved } = parseInput(schema, input);
    const { leastUnreserved } = functions;
    if (functions.unreservedConcurrency(record.name) - reserved < leastUnreserved) {
      throw invalid(
        `Specified ReservedConcurrentExecutions for function decreases account's UnreservedConcurrentExecution below its minimum value of [${leastUnreserved}].`,
      );
    }
    functions.save({ ...record, reservedConcurrency: reserved });
    return { ReservedConcurrentExecutions: reserved };
  },
});

export const deleteFunctionConcurrency = (functions: Functions): Operation<{ FunctionName?: unknown }> => ({
  permissions: (input) => [
    { action: 'lambda:DeleteFunctionConcurrency', resource: resourceArn(functions.context, input.FunctionName) },
  ],
  async run(input) {
    const { reservedConcurrency: _, ...record } = functions.named(input.FunctionName);
    functions.save(record);
    return {};
  },
});
