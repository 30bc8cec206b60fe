import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type * as z from 'zod';
import { describeIssues } from '../../contracts/describe-issues.ts';
import { mayAct } from '../../contracts/role.ts';
import { isTooDeep, MOST_LEVELS } from '../../core/json.ts';
import { ApiError, type Refusal, refusalOf } from './api-error.ts';
import type { Authenticator } from './authenticate.ts';
import { type ConsoleFiles, serveConsole } from './console.ts';
import type { ApiDependencies } from './dependencies.ts';
import type { Idempotency } from './idempotency.ts';
import { serveMcp } from './mcp.ts';
import type { AppObserver } from './observer.ts';
import { openApiDocument } from './openapi.ts';
import { docsPage } from './pages/docs-page.ts';
import type { ApiRequest, Caller, Environment, Route } from './route.ts';
import type { ShortenAnswer } from './shorten-answer.ts';

/** Lambda takes 6 MB with what escapes add to it. */
const LARGEST_BODY = 4 * 1024 * 1024;

export interface AppOptions {
  readonly routes: readonly Route[];
  readonly dependencies: ApiDependencies;
  readonly authenticator: Authenticator;
  readonly idempotency: Idempotency;
  readonly version: string;
  readonly observer: AppObserver;
  readonly console: ConsoleFiles;
  readonly shorten: ShortenAnswer;
  /** Where the console may send files to. */
  uploadOrigin(): Promise<string>;
}

const UNLESS_SAID = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'cache-control': 'no-store',
};

export function createApp(options: AppOptions): Hono<Environment> {
  const { routes, authenticator, version, observer } = options;
  const app = new Hono<Environment>();
  const document = openApiDocument(routes, version);
  app.use(async (context, next) => {
    await next();
    context.header('x-content-type-options', 'nosniff');
    context.header('referrer-policy', 'no-referrer');
    for (const [name, value] of Object.entries(UNLESS_SAID)) {
      if (!context.res.headers.has(name)) context.header(name, value);
    }
  });
  app.use(
    bodyLimit({
      maxSize: LARGEST_BODY,
      onError: () => {
        throw new ApiError('PayloadTooLarge', `A request may have ${LARGEST_BODY} bytes. Send more through an upload.`);
      },
    }),
  );
  app.get('/docs', (context) => context.html(docsPage(document)));
  app.get('/openapi.json', (context) => context.json(document));
  app.get('/api/v1/health', (context) => context.json({ success: true, data: { status: 'ok', version } }));

  for (const route of routes) {
    const label = `${route.method} ${route.path}`;
    app.on(route.method, honoPath(route.path), async (context) => {
      const caller = await authenticator.callerOf(context.req.header('authorization'), context.env.source);
      const note = (status: number) => {
        if (route.method === 'GET') return;
        observer.changed({ ...caller, route: label, status, ...resourceOf(context) });
      };
      try {
        const status = route.status ?? 200;
        const answer = await options.shorten(await answerTo(route, caller, context, options), caller.tenant);
        note(status);
        return context.json({ success: true, data: answer }, status);
      } catch (error) {
        note(refusalOf(error).status);
        throw error;
      }
    });
  }

  serveMcp(app, options);
  serveConsole(app, options.console, options.uploadOrigin);

  app.notFound((context) => {
    const text = `There is no ${context.req.method} ${context.req.path}. What there is: /docs`;
    return refuse(context, refusalOf(new ApiError('NotFound', text)));
  });
  app.onError((error, context) => {
    const refusal = refusalOf(error);
    if (refusal.status >= 500) observer.failed(error, `${context.req.method} ${context.req.routePath}`);
    return refuse(context, refusal);
  });
  return app;
}

async function answerTo(
  route: Route,
  caller: Caller,
  context: Context,
  { dependencies, idempotency }: AppOptions,
): Promise<unknown> {
  if (!mayAct(caller.role, route.role)) {
    throw new ApiError('Forbidden', `The key's role is ${caller.role}; this needs ${route.role}.`);
  }
  const request: ApiRequest<z.ZodType, z.ZodType, z.ZodType> = {
    caller,
    params: parse(route.params, context.req.param(), 'The path'),
    query: parse(route.query, context.req.query(), 'The query'),
    body: route.body ? parse(route.body, await jsonOf(context), 'The body') : undefined,
    header: (name) => context.req.header(name),
    setHeader: (name, value) => context.header(name, value),
  };
  const handle = (more: { idempotencyId?: string } = {}) =>
    route.handler({ ...request, ...more } as ApiRequest<never, never, never>, dependencies);
  const key = route.idempotent ? context.req.header('idempotency-key') : undefined;
  if (key === undefined) return handle();
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new ApiError('InvalidRequest', 'Idempotency-Key must have 1 to 200 letters, digits or signs.');
  }
  const asked = { tenant: caller.tenant, route: `${route.method} ${route.path}`, key };
  const { answer, again } = await idempotency.once(
    { ...asked, body: [request.params, request.body] },
    (idempotencyId) => handle({ idempotencyId }),
  );
  if (again) context.header('idempotency-replayed', 'true');
  return answer;
}

function parse(schema: z.ZodType | undefined, value: unknown, what: string): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const details = describeIssues(parsed.error).slice(0, 100);
  throw new ApiError('InvalidRequest', `${what} is not valid: ${details.slice(0, 3).join('; ')}`, { details });
}

async function jsonOf({ req }: Context): Promise<unknown> {
  const text = await req.text();
  if (text === '') return {};
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(req.header('content-type') ?? '')) {
    throw new ApiError(
      'UnsupportedMediaType',
      'The body must be JSON, with the header Content-Type: application/json.',
    );
  }
  if (isTooDeep(text)) {
    throw new ApiError('InvalidRequest', `The body is nested more than ${MOST_LEVELS} levels deep.`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError('InvalidRequest', 'The body is not JSON.');
  }
}

/** The ids in the path, for the audit log. A row's own id is data, and stays out. */
function resourceOf({ req }: Context): { resource?: string } {
  const { row: _row, ...ids } = req.param() as Record<string, string>;
  const resource = Object.values(ids).join('/').slice(0, 200);
  return resource ? { resource } : {};
}

function refuse(context: Context, { status, answer, retryAfter }: Refusal): Response {
  if (retryAfter !== undefined) context.header('retry-after', String(retryAfter));
  if (status === 401) context.header('www-authenticate', 'Bearer');
  return context.json(answer, status as ContentfulStatusCode);
}

/** `{id+}` takes the rest of the path, as in API Gateway, whose paths come decoded: an id may hold a `/`. */
const honoPath = (path: string): string => path.replace(/\{(\w+)\+\}/g, ':$1{.+}').replace(/\{(\w+)\}/g, ':$1');
