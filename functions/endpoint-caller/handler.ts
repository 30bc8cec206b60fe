import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { callerHandler } from '../caller/caller-handler.ts';
import { tracer } from '../shared/powertools.ts';
import { targetBindings } from '../shared/target-bindings.ts';
import { callEndpoint } from './call-endpoint.ts';
import { requestBody } from './request-body.ts';

const secrets = tracer.captureAWSv3Client(new SecretsManagerClient());

export const handler = callerHandler({
  input: requestBody,
  call: (call, body) => callEndpoint(call, body, { secrets, bindings: targetBindings() }),
});
