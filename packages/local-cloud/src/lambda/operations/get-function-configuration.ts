import type { Operation } from '../../service.ts';
import { resourceArn } from '../function-name.ts';
import { describeFunction } from '../function-record.ts';
import type { Functions } from '../functions.ts';

interface Input {
  readonly FunctionName?: unknown;
  readonly Qualifier?: unknown;
}

export const getFunctionConfiguration = (functions: Functions): Operation<Input> => ({
  permissions: ({ FunctionName, Qualifier }) => [
    { action: 'lambda:GetFunctionConfiguration', resource: resourceArn(functions.context, FunctionName, Qualifier) },
  ],
  run: async (input) => describeFunction(functions.context, functions.named(input.FunctionName, input.Qualifier)),
});
