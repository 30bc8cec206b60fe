import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { callerHandler } from '../caller/caller-handler.ts';
import { tracer } from '../shared/powertools.ts';
import { targetBindings } from '../shared/target-bindings.ts';
import { endpointTarget } from './endpoint-target.ts';

const secrets = tracer.captureAWSv3Client(new SecretsManagerClient());

export const handler = callerHandler(
  endpointTarget({
    secrets,
    // Read when a row is called: threads that evaluate mappings load this file too, and have no environment.
    get bindings() {
      return targetBindings();
    },
  }),
);
