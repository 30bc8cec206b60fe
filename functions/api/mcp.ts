import type { Hono } from 'hono';
import { answerMessage, unreadable } from '../../client/mcp/answer-message.ts';
import { mayAct } from '../../contracts/api/keys.ts';
import { parseJson } from '../../core/json.ts';
import { ApiError } from './api-error.ts';
import type { Authenticator } from './authenticate.ts';
import type { ApiDependencies } from './dependencies.ts';
import type { Environment } from './route.ts';

interface McpOptions {
  readonly authenticator: Authenticator;
  readonly dependencies: ApiDependencies;
  readonly version: string;
}

/** The Model Context Protocol over HTTP: one message, one JSON answer. There are no streams and no sessions. */
export function serveMcp(app: Hono<Environment>, { authenticator, dependencies, version }: McpOptions): void {
  app.post('/mcp', async (context) => {
    const { tenant, role } = await authenticator.callerOf(context.req.header('authorization'), context.env.source);
    const message = parseJson(await context.req.text());
    if (message === undefined) return context.json(unreadable(), 400);
    const user = { tenant, mayRun: mayAct(role, 'operator') };
    const answer = await answerMessage(message, { user, installation: dependencies.installation, version });
    return answer ? context.json(answer) : context.body(null, 202);
  });
  app.on(['GET', 'DELETE'], '/mcp', (context) => {
    context.header('allow', 'POST');
    throw new ApiError('MethodNotAllowed', 'MCP is spoken here by POST: one JSON message, one JSON answer.');
  });
}
