import {
  ApiGatewayV2Client,
  CreateApiCommand,
  CreateIntegrationCommand,
  CreateRouteCommand,
  CreateStageCommand,
  DeleteApiCommand,
  GetApisCommand,
  UpdateStageCommand,
} from '@aws-sdk/client-apigatewayv2';
import {
  AddPermissionCommand,
  CreateFunctionCommand,
  LambdaClient,
  RemovePermissionCommand,
} from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiGatewayService } from '../../src/apigatewayv2/service.ts';
import { createLambdaService } from '../../src/lambda/service.ts';
import { ROLE, zip } from '../lambda/lambda-cloud.ts';
import { createTestCloud, type TestCloud } from '../support/create-test-cloud.ts';

const FUNCTION = 'arn:aws:lambda:us-east-1:000000000000:function:door';
/** Gives the event back, or what the query asks for. */
const CODE = `exports.handler = async (event) => {
  const { mode } = event.queryStringParameters ?? {};
  if (mode === 'throw') throw new Error('no');
  if (mode === 'plain') return { hello: 'world' };
  if (mode === 'slow') await new Promise((resolve) => setTimeout(resolve, 2000));
  if (mode === 'binary') return { statusCode: 200, headers: { 'Content-Type': 'image/png' }, isBase64Encoded: true, body: Buffer.from([137, 80]).toString('base64') };
  if (mode === 'cookies') return { statusCode: 204, cookies: ['a=1', 'b=2; Path=/'] };
  return { statusCode: 200, headers: { 'content-type': 'application/json', 'access-control-allow-origin': 'http://backend' }, body: JSON.stringify(event) };
};`;

let cloud: TestCloud;
let client: ApiGatewayV2Client;
let lambda: LambdaClient;
let url: string;
let apiId: string;
const log: string[] = [];

async function start(dataDir?: string): Promise<void> {
  cloud = await createTestCloud(
    async (context) => [createLambdaService(context), await createApiGatewayService(context)],
    { dataDir, log: (line) => log.push(line) },
  );
  client = new ApiGatewayV2Client(cloud.settings);
  lambda = new LambdaClient(cloud.settings);
}

async function createApi(more: object = {}, routeKeys = ['$default']) {
  const { ApiId = '', ApiEndpoint = '' } = await client.send(
    new CreateApiCommand({ Name: 'door', ProtocolType: 'HTTP', ...more }),
  );
  const { IntegrationId } = await client.send(
    new CreateIntegrationCommand({
      ApiId,
      IntegrationType: 'AWS_PROXY',
      IntegrationUri: FUNCTION,
      PayloadFormatVersion: '2.0',
      TimeoutInMillis: 1000,
    }),
  );
  for (const RouteKey of routeKeys) {
    await client.send(new CreateRouteCommand({ ApiId, RouteKey, Target: `integrations/${IntegrationId}` }));
  }
  await client.send(new CreateStageCommand({ ApiId, StageName: '$default', AutoDeploy: true }));
  return { apiId: ApiId, url: ApiEndpoint };
}

beforeAll(async () => {
  await start();
  await lambda.send(
    new CreateFunctionCommand({
      FunctionName: 'door',
      Role: ROLE,
      Runtime: 'nodejs22.x',
      Handler: 'index.handler',
      Timeout: 10,
      Code: { ZipFile: zip({ 'index.js': CODE }) },
    }),
  );
  ({ apiId, url } = await createApi());
  await permit(`arn:aws:execute-api:us-east-1:000000000000:${apiId}/*/*`);
});
afterAll(() => cloud.remove());

const permit = (SourceArn: string) =>
  lambda.send(
    new AddPermissionCommand({
      FunctionName: 'door',
      StatementId: 'api',
      Action: 'lambda:InvokeFunction',
      Principal: 'apigateway.amazonaws.com',
      SourceArn,
    }),
  );
const event = async (response: Response) => (await response.json()) as Record<string, never> & { rawPath: string };

describe('an HTTP API', () => {
  it('invokes its function with payload 2.0: decoded path, raw query, headers joined, cookies apart', async () => {
    const response = await fetch(`${url}/runs/a%20b?x=1&x=2&y=%20`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: 'one=1; two=2', 'X-Custom': 'yes' },
      body: '{"a":1}',
    });
    expect(await event(response)).toMatchObject({
      version: '2.0',
      routeKey: '$default',
      rawPath: '/runs/a b',
      rawQueryString: 'x=1&x=2&y=%20',
      queryStringParameters: { x: '1,2', y: ' ' },
      cookies: ['one=1', 'two=2'],
      headers: { 'x-custom': 'yes', 'x-forwarded-for': '127.0.0.1' },
      requestContext: { apiId, stage: '$default', http: { method: 'POST', path: '/runs/a b', sourceIp: '127.0.0.1' } },
      body: '{"a":1}',
      isBase64Encoded: false,
    });
  });

  it('sends a body that is no text as base64', async () => {
    const response = await fetch(url, { method: 'POST', body: Buffer.from([1, 2, 255]) });
    expect(await event(response)).toMatchObject({ body: 'AQL/', isBase64Encoded: true });
  });

  it('answers with bytes, cookies, or with what a function returns without a status code', async () => {
    const image = await fetch(`${url}/?mode=binary`);
    expect([image.headers.get('content-type'), [...new Uint8Array(await image.arrayBuffer())]]).toEqual([
      'image/png',
      [137, 80],
    ]);
    const cookies = await fetch(`${url}/?mode=cookies`);
    expect([cookies.status, cookies.headers.getSetCookie()]).toEqual([204, ['a=1', 'b=2; Path=/']]);
    expect(await (await fetch(`${url}/?mode=plain`)).json()).toEqual({ hello: 'world' });
  });

  it('says 500 when the function fails and 503 when it is slower than the integration allows', async () => {
    const failed = await fetch(`${url}/?mode=throw`);
    expect([failed.status, await failed.json()]).toEqual([500, { message: 'Internal Server Error' }]);
    const slow = await fetch(`${url}/?mode=slow`);
    expect([slow.status, await slow.json()]).toEqual([503, { message: 'Service Unavailable' }]);
  });

  it('refuses bodies over 10 MB and lets no function without a permission be invoked', async () => {
    const large = await fetch(url, { method: 'POST', body: Buffer.alloc(10 * 1024 * 1024 + 1) });
    expect(large.status).toBe(413);
    await lambda.send(new RemovePermissionCommand({ FunctionName: 'door', StatementId: 'api' }));
    await permit('arn:aws:execute-api:us-east-1:000000000000:another/*/*');
    const refused = await fetch(url);
    expect([refused.status, log.at(-1)]).toEqual([500, expect.stringContaining('apigateway.amazonaws.com is not')]);
    await lambda.send(new RemovePermissionCommand({ FunctionName: 'door', StatementId: 'api' }));
    await permit('arn:aws:execute-api:us-east-1:000000000000:*');
    expect((await fetch(url)).status).toBe(200);
  });

  it('throttles a stage', async () => {
    const DefaultRouteSettings = { ThrottlingRateLimit: 0.001, ThrottlingBurstLimit: 2 };
    const limited = await createApi();
    await client.send(new UpdateStageCommand({ ApiId: limited.apiId, StageName: '$default', DefaultRouteSettings }));
    const statuses = await Promise.all([1, 2, 3].map(async () => (await fetch(limited.url)).status));
    expect(statuses.sort()).toEqual([200, 200, 429]);
    await client.send(new DeleteApiCommand({ ApiId: limited.apiId }));
    await expect(fetch(limited.url)).rejects.toThrow();
  });

  it('takes the most specific route, and answers 404 where there is none', async () => {
    const routes = ['GET /runs/{id}', 'GET /runs/new', 'ANY /files/{path+}', 'POST /files/{path+}'];
    const api = await createApi({}, routes);
    const routeOf = async (path: string, method = 'GET') => {
      const response = await fetch(`${api.url}${path}`, { method });
      return response.status === 200 ? (await event(response)).routeKey : response.status;
    };
    expect(await routeOf('/runs/new')).toBe('GET /runs/new');
    expect(await routeOf('/runs/7')).toBe('GET /runs/{id}');
    expect(await routeOf('/files/a/b')).toBe('ANY /files/{path+}');
    expect(await routeOf('/files/a/b', 'POST')).toBe('POST /files/{path+}');
    expect(await routeOf('/runs')).toBe(404);
    expect(await routeOf('/runs/7', 'POST')).toBe(404);
  });

  it('answers preflights of the origins its CORS names, and replaces what the function says about CORS', async () => {
    const AllowOrigins = ['http://app.example'];
    const api = await createApi({ CorsConfiguration: { AllowOrigins, AllowMethods: ['GET'], MaxAge: 60 } });
    const headers = { origin: 'http://app.example', 'access-control-request-method': 'GET' };
    const preflight = await fetch(api.url, { method: 'OPTIONS', headers });
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([204, 'GET']);
    const response = await fetch(api.url, { headers: { origin: 'http://app.example' } });
    expect(response.headers.get('access-control-allow-origin')).toBe('http://app.example');
  });

  it('refuses pages of other origins and names that only resolve to loopback, and lets its own pages in', async () => {
    expect((await fetch(url, { headers: { origin: 'http://evil.example' } })).status).toBe(403);
    expect((await fetch(url, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
    expect((await fetch(url, { headers: { origin: url, 'sec-fetch-site': 'same-origin' } })).status).toBe(200);
  });

  it('refuses what is not hosted by name', async () => {
    await expect(client.send(new CreateApiCommand({ Name: 'x', ProtocolType: 'WEBSOCKET' }))).rejects.toMatchObject({
      name: 'BadRequestException',
      message: expect.stringContaining('HTTP'),
    });
    const route = { ApiId: apiId, RouteKey: 'GET /x', Target: 'integrations/none' };
    await expect(client.send(new CreateRouteCommand(route))).rejects.toThrow(/integration none/);
    const authorized = new CreateRouteCommand({ ...route, AuthorizationType: 'JWT' });
    await expect(client.send(authorized)).rejects.toThrow();
  });

  it('is at the same address after a restart', async () => {
    const { dataDir } = cloud;
    await cloud.close();
    await start(dataDir);
    expect((await fetch(url)).status).toBe(200);
    const { Items = [] } = await client.send(new GetApisCommand({}));
    expect(Items.map(({ ApiEndpoint }) => ApiEndpoint)).toContain(url);
  });
});
