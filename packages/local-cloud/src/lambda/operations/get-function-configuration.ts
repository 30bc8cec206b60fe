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
  async run(input) {
    const record = functions.named(input.FunctionName, input.Qualifier);
    const damage = functions.damageOf(record);
    return {
      ...describeFunction(functions.context, record),
      ...(damage && { State: 'Failed', StateReasonCode: 'InternalError', StateReason: damage }),
    };
  },
});
