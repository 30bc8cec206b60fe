import { LambdaClient } from '@aws-sdk/client-lambda';
import { toolEventSchema } from '../../contracts/caller.ts';
import { callerHandler } from '../caller/caller-handler.ts';
import { captured } from '../shared/tracing.ts';
import { callTool } from './call-tool.ts';
import { toolInput } from './tool-input.ts';

/** One attempt: whether a tool is invoked again is the retry policy's to say. */
const lambda = captured(new LambdaClient({ maxAttempts: 1 }));

export const handler = callerHandler(toolEventSchema, {
  input: toolInput,
  call: (call, input) => callTool(call, input, lambda),
});
