import { LambdaClient } from '@aws-sdk/client-lambda';
import { callerHandler } from '../shared/caller-handler.ts';
import { claimedTarget } from '../shared/claimed-target.ts';
import { createClaims } from '../shared/claims.ts';
import { s3 } from '../shared/clients.ts';
import { environment } from '../shared/environment.ts';
import { tracer } from '../shared/powertools.ts';
import { callTool } from './call-tool.ts';
import { toolInput } from './tool-input.ts';

/** One attempt: whether a tool is invoked again is the retry policy's to say. */
const lambda = tracer.captureAWSv3Client(new LambdaClient({ maxAttempts: 1 }));

export const handler = callerHandler(({ staging, writer }) =>
  claimedTarget(
    { input: toolInput, call: (call, input) => callTool(call, input, lambda) },
    createClaims(s3, environment('DATA_BUCKET')),
    staging,
    writer,
  ),
);
