import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { endpointEventSchema } from '../../contracts/caller.ts';
import { callerHandler } from '../caller/caller-handler.ts';
import { s3 } from '../caller/clients.ts';
import { environment } from '../shared/environment.ts';
import { targetBindings } from '../shared/target-bindings.ts';
import { captured } from '../shared/tracing.ts';
import { endpointTarget } from './endpoint-target.ts';
import { JobStore } from './jobs/job-store.ts';
import { workEndpoint } from './work-endpoint.ts';

const secrets = captured(new SecretsManagerClient());

const ports = {
  secrets,
  // Read when a row is called, so that loading this file needs no environment.
  get bindings() {
    return targetBindings();
  },
  jobs: (evaluationId: string) => new JobStore(s3, environment('DATA_BUCKET'), evaluationId),
};

export const handler = callerHandler(endpointEventSchema, endpointTarget(ports), workEndpoint(ports));
