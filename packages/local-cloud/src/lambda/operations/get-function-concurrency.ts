import type { Operation } from '../../service.ts';
import { resourceArn } from '../function-name.ts';
import type { Functions } from '../functions.ts';

export const getFunctionConcurrency = (functions: Functions): Operation<{ FunctionName?: unknown }> => ({
  permissions: (input) => [
    { action: 'lambda:GetFunctionConcurrency', resource: resourceArn(functions.context, input.FunctionName) },
  ],
  run: async (input) => ({ ReservedConcurrentExecutions: functions.named(input.FunctionName).reservedConcurrency }),
});
