import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const LABELS = ['billing', 'bug', 'account', 'question'];
const LONG_ANSWER = 'A long answer goes on and on, and says the same once more. '.repeat(900);
const LONG_ERROR = Array.from({ length: 30 }, (_, line) => `  at step${line} (agent.js:${line * 7}:12)`).join('\n');

export interface SampleEndpoint {
  readonly url: string;
  close(): void;
}

/** Answers as people see them on screens: short, of 50 KB, refused with 30 lines, late; now and then wrong. */
export async function startSampleEndpoint(): Promise<SampleEndpoint> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { text = '', n = 0 } = JSON.parse(Buffer.concat(chunks).toString() || '{}') as { text?: string; n?: number };
    const { pathname } = new URL(request.url ?? '/', 'http://sample');
    await sleep(pathname === '/slow' ? 1500 : pathname === '/quick' ? 0 : 20 + ((n * 37) % 160));
    const tokens = 40 + (n % 50);
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (text === '' || pathname === '/broken')
      return answer(422, { error: `Nothing to sort in "${text}"\n${LONG_ERROR}` });
    const label = LABELS[(n + (pathname === '/v2' && n % 5 === 0 ? 1 : 0)) % LABELS.length];
    if (pathname === '/models') {
      const models = ['small', 'large'].map((name) => ({
        name,
        output: name === 'small' && n % 3 === 0 ? 'bug' : label,
      }));
      return answer(200, { models });
    }
    const flaky = pathname === '/flaky' && Math.random() < 0.3;
    const said = text.startsWith('long') ? LONG_ANSWER : flaky || n % 11 === 7 ? 'question, most likely' : label;
    answer(200, {
      answer: said,
      model: 'claude-3-5-haiku-20241022',
      usage: { prompt_tokens: tokens, completion_tokens: tokens },
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

/** What `/` answers to a row of this number, but for now and then. */
export const labelOf = (n: number): string => LABELS[n % LABELS.length] ?? '';
