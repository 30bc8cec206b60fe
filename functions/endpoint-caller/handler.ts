import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { callerHandler } from '../shared/caller-handler.ts';
import { claimedTarget } from '../shared/claimed-target.ts';
import { createClaims } from '../shared/claims.ts';
import { s3 } from '../shared/clients.ts';
import { environment } from '../shared/environment.ts';
import { tracer } from '../shared/powertools.ts';
import { callEndpoint } from './call-endpoint.ts';
import { type RequestBody, requestBody } from './request-body.ts';

const secrets = tracer.captureAWSv3Client(new SecretsManagerClient());

export const handler = callerHandler(({ staging, writer }) =>
  claimedTarget(
    { input: requestBody, call: (call, body) => callEndpoint(call, body as RequestBody, secrets) },
    createClaims(s3, environment('DATA_BUCKET')),
    staging,
    writer,
  ),
);
