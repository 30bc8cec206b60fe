import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { createConfigStore } from '../../client/configs/config-store.ts';
import { uploadOrigin } from '../../client/datasets/uploads.ts';
import { createKeyStore } from '../../client/keys/key-store.ts';
import { RunRows } from '../../client/rows/run-rows.ts';
import { withSandbox } from '../../core/sandbox/sandbox.ts';
import { connectInstallation } from '../shared/connect-installation.ts';
import { tracingFromEnvironment } from '../shared/connect-tracing.ts';
import { environment } from '../shared/environment.ts';
import { logger } from '../shared/powertools.ts';
import { targetBindings } from '../shared/target-bindings.ts';
import { createApp } from './app.ts';
import { AttemptLimit } from './attempt-limit.ts';
import { createAuthenticator } from './authenticate.ts';
import { consoleFiles } from './console.ts';
import { createIdempotency } from './idempotency.ts';
import { requestOf, resultOf } from './lambda-event.ts';
import { routes } from './routes/index.ts';
import { answerShortener } from './shorten-answer.ts';

let app: ReturnType<typeof createApp> | undefined;

/** Once an environment; the environment is read when the first request comes. */
function theApp(): ReturnType<typeof createApp> {
  if (app) return app;
  const installation = connectInstallation();
  const { documents } = installation.clients;
  const keys = createKeyStore(documents, installation.outputs.ApiKeysTableName);
  app = createApp({
    routes,
    dependencies: {
      keys,
      installation,
      configs: createConfigStore(documents, installation.outputs.ConfigsTableName),
      rows: new RunRows(installation),
      bindings: targetBindings(),
      traces: tracingFromEnvironment(installation.clients),
      runRemoverFunction: environment('RUN_REMOVER_FUNCTION'),
      rowMarkerFunction: environment('ROW_MARKER_FUNCTION'),
      datasetImporterFunction: environment('DATASET_IMPORTER_FUNCTION'),
    },
    authenticator: createAuthenticator(keys, new AttemptLimit()),
    idempotency: createIdempotency(documents, environment('API_REQUESTS_TABLE')),
    version: environment('ROLLCALL_VERSION'),
    console: consoleFiles(),
    shorten: answerShortener(installation),
    uploadOrigin: once(() => uploadOrigin(installation)),
    observer: {
      changed: (change) => logger.info('Change', { audit: change }),
      // Its message may hold what was sent; where it came from does not.
      failed: (error, route) => logger.error('The request failed', { route, ...placeOf(error) }),
    },
  });
  return app;
}

export async function handler(
  event: APIGatewayProxyEventV2,
  context: Context,
): Promise<APIGatewayProxyStructuredResultV2> {
  logger.addContext(context);
  const { sourceIp: source } = event.requestContext.http;
  const response = await withSandbox(async () => theApp().fetch(requestOf(event), { source }));
  return resultOf(response);
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

function placeOf(error: unknown): { errorName: string; at?: string } {
  if (!(error instanceof Error)) return { errorName: typeof error };
  return {
    errorName: error.name,
    at: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
  };
}
