import type { Operation } from '../../service.ts';
import { resourceArn } from '../function-name.ts';
import type { Functions } from '../functions.ts';

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
