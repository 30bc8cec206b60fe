import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** An API of jobs: one takes a while, and its results are a line an item, of so many bytes, streamed. */
export async function startJobApi({ takesMs, answerBytes }: { takesMs: number; answerBytes: number }) {
  const jobs: { readonly ids: readonly string[]; readonly since: number }[] = [];
  const answer = 'x'.repeat(answerBytes);
  function* lines(ids: readonly string[]) {
    for (const id of ids) yield `${JSON.stringify({ id, answer })}\n`;
  }
  const server = createServer(async (request, response) => {
    const [, , number, what] = (request.url ?? '').split('/');
    const job = jobs[Number(number)];
    const send = (body: unknown) => response.end(JSON.stringify(body));
    if (request.method === 'POST') {
      const items = (await text(request)).trimEnd().split('\n');
      jobs.push({ ids: items.map((line) => JSON.parse(line).id), since: Date.now() });
      return send({ id: jobs.length - 1 });
    }
    if (what === 'results') return void Readable.from(lines(job?.ids ?? [])).pipe(response);
    return send({ state: Date.now() - (job?.since ?? 0) < takesMs ? 'running' : 'done' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    jobs,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
