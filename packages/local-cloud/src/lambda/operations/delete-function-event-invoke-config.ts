import type { Operation } from '../../service.ts';
import { resourceArn } from '../function-name.ts';
import type { Functions } from '../functions.ts';

export const deleteFunctionEventInvokeConfig = (functions: Functions): Operation<{ FunctionName?: unknown }> => ({
  permissions: (input) => [
    { action: 'lambda:DeleteFunctionEventInvokeConfig', resource: resourceArn(functions.context, input.FunctionName) },
  ],
  async run(input) {
    const { eventInvoke: _, ...record } = functions.named(input.FunctionName);
    functions.save(record);
    return {};
  },
});
