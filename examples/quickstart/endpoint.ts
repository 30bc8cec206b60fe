import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { handler as sortTicket } from './functions/ticket-tool.ts';

/**
 * An HTTP endpoint to try Rollcall on: sorts tickets like the tool does, on loopback. Urgent tickets meet a rate
 * limit at first, so that a run shows a retry; tickets without text are refused.
 */
export async function startEndpoint(port = 0): Promise<{ url: string; close(): Promise<void> }> {
  const limited = new Set<string>();
  const server: Server = createServer(async (request, response) => {
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    try {
      const ticket = JSON.parse(await text(request)) as { subject?: string; body?: string };
      const key = ticket.subject ?? '';
      if (/urgent/i.test(key) && !limited.has(key)) {
        limited.add(key);
        return answer(429, { error: 'Too many requests, try again.' });
      }
      const sorted = await sortTicket(ticket);
      return answer(200, { answer: sorted.category, priority: sorted.priority, cost_usd: 0.0002 });
    } catch (error) {
      return answer(422, { error: error instanceof Error ? error.message : 'The ticket cannot be read.' });
    }
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sort`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
