import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import type { CloudContext } from '../../cloud-context.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { functionArn, resourceArn } from '../function-name.ts';
import type { EventInvokeConfig, FunctionRecord } from '../function-record.ts';
import { invalid } from '../function-settings.ts';
import type { Functions } from '../functions.ts';

const destination = z.object({ Destination: z.string().optional() }).optional();
const schema = z.object({
  MaximumRetryAttempts: z.number().int().min(0).max(2).optional(),
  MaximumEventAgeInSeconds: z.number().int().min(60).max(21_600).optional(),
  DestinationConfig: z.object({ OnSuccess: destination, OnFailure: destination }).optional(),
});

export const putFunctionEventInvokeConfig = (functions: Functions): Operation<{ FunctionName?: unknown }> => ({
  permissions: (input) => [
    { action: 'lambda:PutFunctionEventInvokeConfig', resource: resourceArn(functions.context, input.FunctionName) },
  ],
  async run(input) {
    const record = functions.named(input.FunctionName);
    const given = parseInput(schema, input);
    const eventInvoke: EventInvokeConfig = {
      maximumRetryAttempts: given.MaximumRetryAttempts,
      maximumEventAgeInSeconds: given.MaximumEventAgeInSeconds,
      onSuccess: hosted(given.DestinationConfig?.OnSuccess?.Destination),
      onFailure: hosted(given.DestinationConfig?.OnFailure?.Destination),
      lastModified: Date.now(),
    };
    return describeEventInvoke(functions.context, functions.save({ ...record, eventInvoke }), eventInvoke);
  },
});

export function describeEventInvoke(context: CloudContext, { name }: FunctionRecord, config: EventInvokeConfig) {
  return {
    FunctionArn: functionArn(context, name, '$LATEST'),
    LastModified: new Date(config.lastModified),
    MaximumRetryAttempts: config.maximumRetryAttempts,
    MaximumEventAgeInSeconds: config.maximumEventAgeInSeconds,
    DestinationConfig: {
      OnSuccess: { Destination: config.onSuccess },
      OnFailure: { Destination: config.onFailure },
    },
  };
}

function hosted(arn: string | undefined): string | undefined {
  if (arn === undefined || arn === '') return undefined;
  if (/^arn:aws[\w-]*:(sqs|sns|lambda):/.test(arn)) return arn;
  throw invalid(
    `The destination ${arn} is not hosted: it must be the ARN of an SQS queue, an SNS topic or a function.`,
  );
}

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
