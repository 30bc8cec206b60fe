import { AwsError } from '../../aws-error.ts';
import type { Operation } from '../../service.ts';
import { functionArn, resourceArn } from '../function-name.ts';
import type { Functions } from '../functions.ts';
import { describeEventInvoke } from './put-function-event-invoke-config.ts';

export const getFunctionEventInvokeConfig = (functions: Functions): Operation<{ FunctionName?: unknown }> => ({
  permissions: (input) => [
    { action: 'lambda:GetFunctionEventInvokeConfig', resource: resourceArn(functions.context, input.FunctionName) },
  ],
  async run(input) {
    const record = functions.named(input.FunctionName);
    if (!record.eventInvoke) {
      const arn = functionArn(functions.context, record.name, '$LATEST');
      throw new AwsError('ResourceNotFoundException', `The function ${arn} doesn't have an EventInvokeConfig`, 404);
    }
    return describeEventInvoke(functions.context, record, record.eventInvoke);
  },
});
