import type { Hono } from 'hono';
import { answerMessage, unreadable } from '../../client/mcp/answer-message.ts';
import { mayAct } from '../../contracts/api/keys.ts';
import { isObject, parseJson } from '../../core/json.ts';
import { ApiError } from './api-error.ts';
import type { Authenticator } from './authenticate.ts';
import type { ApiDependencies } from './dependencies.ts';
import type { AppObserver } from './observer.ts';
import type { Environment } from './route.ts';

interface McpOptions {
  readonly authenticator: Authenticator;
  readonly dependencies: ApiDependencies;
  readonly version: string;
  readonly observer: AppObserver;
}

/** The Model Context Protocol over HTTP: one message, one JSON answer. There are no streams and no sessions. */
export function serveMcp(app: Hono<Environment>, { authenticator, dependencies, version, observer }: McpOptions): void {
  app.post('/mcp', async (context) => {
    const caller = await authenticator.callerOf(context.req.header('authorization'), context.env.source);
    const { tenant, role } = caller;
    const message = parseJson(await context.req.text());
    if (message === undefined) return context.json(unreadable(), 400);
    const user = { tenant, mayRun: mayAct(role, 'operator') };
    const answer = await answerMessage(message, { user, installation: dependencies.installation, version });
    const tool = toolCalled(message);
    if (tool)
      observer.changed({ ...caller, route: 'POST /mcp', resource: tool, status: isRefused(answer) ? 400 : 200 });
    return answer ? context.json(answer) : context.body(null, 202);
  });
  app.on(['GET', 'DELETE'], '/mcp', (context) => {
    context.header('allow', 'POST');
    throw new ApiError('MethodNotAllowed', 'MCP is spoken here by POST: one JSON message, one JSON answer.');
  });
}

/** The tool a message calls, for the audit log; what cannot be the name of one stays out of it. */
function toolCalled(message: unknown): string | undefined {
  if (!isObject(message) || message.method !== 'tools/call' || !isObject(message.params)) return undefined;
  const { name } = message.params;
  return typeof name === 'string' && /^[\w-]{1,128}$/.test(name) ? name : 'unknown';
}

const isRefused = (answer: object | undefined): boolean =>
  answer !== undefined &&
  ('error' in answer || ('result' in answer && isObject(answer.result) && Boolean(answer.result.isError)));
