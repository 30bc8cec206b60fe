import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { createKeyStore } from '../../client/keys/key-store.ts';
import { environment } from '../shared/environment.ts';
import { logger, tracer } from '../shared/powertools.ts';
import { createApp } from './app.ts';
import { AttemptLimit } from './attempt-limit.ts';
import { createAuthenticator } from './authenticate.ts';
import { consoleFiles } from './console.ts';
import { requestOf, resultOf } from './lambda-event.ts';
import { routes } from './routes/index.ts';

const documents = DynamoDBDocumentClient.from(tracer.captureAWSv3Client(new DynamoDBClient()), {
  marshallOptions: { removeUndefinedValues: true },
});
let app: ReturnType<typeof createApp> | undefined;

/** Once an environment; the environment is read when the first request comes. */
function theApp(): ReturnType<typeof createApp> {
  const keys = createKeyStore(documents, environment('API_KEYS_TABLE'));
  app ??= createApp({
    routes,
    dependencies: { keys },
    authenticator: createAuthenticator(keys, new AttemptLimit()),
    version: environment('ROLLCALL_VERSION'),
    console: consoleFiles(),
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
  const response = await theApp().fetch(requestOf(event), { source: event.requestContext.http.sourceIp });
  return resultOf(response);
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
