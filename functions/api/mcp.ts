import type { Hono } from 'hono';
import { answerMessage, unreadable } from '../../client/mcp/answer-message.ts';
import { mayAct } from '../../contracts/role.ts';
import { isObject, parseJson } from '../../core/json.ts';
import { ApiError } from './api-error.ts';
import type { Authenticator } from './authenticate.ts';
import type { ApiDependencies } from './dependencies.ts';
import type { AppObserver } from './observer.ts';
import type { Environment } from './route.ts';
import type { ShortenAnswer } from './shorten-answer.ts';

interface McpOptions {
  readonly authenticator: Authenticator;
  readonly dependencies: ApiDependencies;
  readonly version: string;
  readonly observer: AppObserver;
  readonly shorten: ShortenAnswer;
}

/** A tool's answer is in a message as it is, and as a text whose quotes are escaped once more. */
const MCP_COPIES = 3;

/** The Model Context Protocol over HTTP: one message, one JSON answer. There are no streams and no sessions. */
export function serveMcp(
  app: Hono<Environment>,
  { authenticator, dependencies, version, observer, shorten }: McpOptions,
): void {
  app.post('/mcp', async (context) => {
    const caller = await authenticator.callerOf(context.req.header('authorization'), context.env.source);
    const { tenant, role } = caller;
    const message = parseJson(await context.req.text());
    if (message === undefined) return context.json(unreadable(), 400);
    const user = { tenant, mayRun: mayAct(role, 'operator') };
    const answer = await answerMessage(message, {
      user,
      installation: dependencies.installation,
      version,
      shorten: (found) => shorten(found, tenant, MCP_COPIES),
    });
    const call = auditOf(message, answer);
    if (call) observer.changed({ ...caller, route: 'POST /mcp', ...call });
    return answer ? context.json(answer) : context.body(null, 202);
  });
  app.on(['GET', 'DELETE'], '/mcp', (context) => {
    context.header('allow', 'POST');
    throw new ApiError('MethodNotAllowed', 'MCP is spoken here by POST: one JSON message, one JSON answer.');
  });
}

/** The call of a tool, for the audit log. The name of a tool that is not there is only what somebody sent, and stays out of it. */
function auditOf(message: unknown, answer: object | undefined): { resource: string; status: number } | undefined {
  if (!answer || !isObject(message) || message.method !== 'tools/call') return undefined;
  const { name } = isObject(message.params) ? message.params : {};
  if (!('result' in answer) || !isObject(answer.result)) return { resource: 'unknown', status: 400 };
  return { resource: String(name), status: answer.result.isError ? 400 : 200 };
}
