import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsError } from '../aws-error.ts';
import type { CloudContext } from '../cloud-context.ts';
import { PermanentFailure } from '../delivery/deliveries.ts';
import { ServiceAccess, type TemplatePolicies } from '../delivery/service-access.ts';
import { refuseWebPage } from '../gateway/web-pages.ts';
import { type Answer, answerOf, message } from './answer.ts';
import type { Api, CorsConfiguration, Integration, Stage } from './api.ts';
import { endpointOf } from './apis.ts';
import { corsHeaders, isPreflight } from './cors.ts';
import { eventOf } from './event.ts';
import { type SelectedRoute, selectRoute } from './route-key.ts';
import { Throttle } from './throttle.ts';

/** "Payload size 10 MB" */
const LARGEST_BODY = 10 * 1024 * 1024;
/** "Throttle limit: 10,000 requests per second with a burst of 5,000" */
const ACCOUNT_RATE = 10_000;
const ACCOUNT_BURST = 5000;
const SERVICE = 'apigateway.amazonaws.com';

/** The side of the APIs that their clients see. */
export class Front {
  readonly #context: CloudContext;
  readonly #access: ServiceAccess;
  readonly #throttles = new Map<string, Throttle>();

  constructor(context: CloudContext, templates: TemplatePolicies | undefined) {
    this.#context = context;
    this.#access = new ServiceAccess(context, templates);
  }

  async answer(api: Api, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const cors = api.settings.CorsConfiguration as CorsConfiguration | undefined;
    const requestId = randomUUID();
    const refused = refuseWebPage(incoming, this.#origins(api, cors));
    const preflight = cors !== undefined && isPreflight(incoming.method, incoming.headers);
    let answer: Answer;
    if (refused) answer = message(refused.statusCode, refused.message);
    else if (preflight) answer = { status: 204, headers: {}, cookies: [], body: Buffer.alloc(0) };
    else answer = await this.#route(api, incoming, requestId);
    const own = Object.entries(answer.headers).filter(([name]) => !cors || !name.startsWith('access-control-'));
    const added = cors && !refused ? corsHeaders(cors, incoming.headers, preflight) : {};
    for (const [name, value] of [...own, ...Object.entries(added)]) {
      if (value !== undefined) outgoing.setHeader(name, value);
    }
    if (answer.cookies.length > 0) outgoing.setHeader('set-cookie', answer.cookies);
    outgoing.setHeader('apigw-requestid', requestId);
    outgoing.removeHeader('content-length');
    outgoing.statusCode = answer.status;
    outgoing.end(incoming.method === 'HEAD' ? undefined : answer.body);
  }

  /** Pages of the API itself may call, and those its CORS names; `*` does not open a developer's machine to every page. */
  #origins(api: Api, cors: CorsConfiguration | undefined): string[] {
    const { port } = new URL(endpointOf(api));
    const own = [`http://127.0.0.1:${port}`, `http://localhost:${port}`, `http://[::1]:${port}`];
    return [...own, ...(cors?.AllowOrigins ?? [])];
  }

  async #route(api: Api, incoming: IncomingMessage, requestId: string): Promise<Answer> {
    const found = pathOf(api, incoming);
    if (!found) return message(404, 'Not Found');
    const { stage, path, inStage } = found;
    const routes = Object.values(api.routes) as unknown as { RouteKey: string; Target: string }[];
    const route = selectRoute(
      routes.map(({ RouteKey }) => RouteKey),
      incoming.method ?? 'GET',
      inStage,
    );
    const target = routes.find(({ RouteKey }) => RouteKey === route?.routeKey)?.Target.replace('integrations/', '');
    const integration = target === undefined ? undefined : (api.integrations[target] as Integration | undefined);
    if (!route || !integration) return message(404, 'Not Found');
    if (!this.#mayPass(api, stage, route)) return message(429, 'Too Many Requests');
    const body = await readBody(incoming);
    if (!body) return message(413, 'Request Entity Too Large');
    const { StageName, StageVariables } = stage;
    const { id: apiId } = api;
    const more = { context: this.#context, stageVariables: StageVariables, incoming, body, requestId, path, route };
    return this.#invoke(api, integration, stage, route, eventOf({ ...more, apiId, stage: StageName }));
  }

  #mayPass(
    { id }: Api,
    { StageName, DefaultRouteSettings, RouteSettings }: Stage,
    { routeKey }: SelectedRoute,
  ): boolean {
    const { ThrottlingRateLimit = ACCOUNT_RATE, ThrottlingBurstLimit = ACCOUNT_BURST } =
      RouteSettings?.[routeKey] ?? DefaultRouteSettings ?? {};
    const key = `${id}/${StageName}/${routeKey}`;
    const throttle = this.#throttles.get(key) ?? new Throttle();
    this.#throttles.set(key, throttle);
    return throttle.take(ThrottlingRateLimit, ThrottlingBurstLimit);
  }

  async #invoke(
    { id }: Api,
    { IntegrationUri, TimeoutInMillis }: Integration,
    { StageName }: Stage,
    { routeKey }: SelectedRoute,
    event: object,
  ): Promise<Answer> {
    const { region, accountId, administrator } = this.#context;
    const { request: delay } = this.#context.latency.apigateway;
    if (delay > 0) await sleep(delay);
    const sourceArn = `arn:aws:execute-api:${region}:${accountId}:${id}/${StageName}/${routeKey.replace(' ', '')}`;
    try {
      const action = 'lambda:InvokeFunction';
      await this.#access.check({ service: SERVICE, action, resource: IntegrationUri, sourceArn });
      const request = { FunctionName: IntegrationUri, Payload: JSON.stringify(event) };
      const invoked = this.#context.call<{ Payload?: Buffer; FunctionError?: string }>(
        'lambda',
        'Invoke',
        request,
        administrator,
      );
      const result = await within(TimeoutInMillis, invoked);
      if (!result) return message(503, 'Service Unavailable');
      const { FunctionError, Payload } = result;
      return FunctionError ? message(500, 'Internal Server Error') : answerOf(Buffer.from(Payload ?? '').toString());
    } catch (error) {
      if (error instanceof PermanentFailure) this.#context.log(error.message);
      else if (!(error instanceof AwsError)) throw error;
      else if (error.statusCode === 429) return message(503, 'Service Unavailable');
      else if (error.statusCode === 413) return message(413, 'Request Entity Too Large');
      return message(500, 'Internal Server Error');
    }
  }
}

/** Decoded, as functions get it; without the stage's name where the stage has one of its own. */
function pathOf(api: Api, incoming: IncomingMessage): { stage: Stage; path: string; inStage: string } | undefined {
  const [target = '/'] = (incoming.url ?? '/').split('?');
  if (!target.startsWith('/')) return undefined;
  const path = decode(target);
  const [, first = ''] = path.split('/');
  const named = first !== '$default' && Object.hasOwn(api.stages, first) ? api.stages[first] : undefined;
  if (named) return { stage: named as unknown as Stage, path, inStage: path.slice(first.length + 1) || '/' };
  const stage = api.stages.$default as unknown as Stage | undefined;
  return stage && { stage, path, inStage: path };
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

async function readBody(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    // What is too large is read to its end, so that the client sees the answer.
    if (size <= LARGEST_BODY) chunks.push(chunk);
  }
  return size <= LARGEST_BODY ? Buffer.concat(chunks) : undefined;
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
}
