import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { endpointSchema } from '../../contracts/endpoint.ts';
import { buildResultRow } from '../../core/result-row.ts';
import { callEndpoint } from '../../functions/endpoint-caller/call-endpoint.ts';
import { datasetRow, endpointRun } from '../functions/caller-cloud.ts';
import { mutated } from './mutated.ts';
import type { Surface } from './surface.ts';

const BODY = '{"answer":"x","usage":{"prompt_tokens":3,"completion_tokens":4},"cost_usd":0.1,"model":"m"}';
const ANSWERS = [
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`,
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"a":\r\n2\r\n1}\r\n0\r\n\r\n`,
  'HTTP/1.1 429 Too Many\r\nretry-after: 7\r\ncontent-encoding: gzip\r\nx-ratelimit-reset: 1\r\n\r\n{"error":{"message":"no"}}',
  'HTTP/1.1 302 Found\r\nlocation: /b?c=d\r\ncontent-length: 0\r\n\r\n',
  'HTTP/1.0 500\r\ncontent-type: text/html; charset="latin1"\r\n\r\n<h1>no</h1>',
];

let answer: Buffer = Buffer.alloc(0);
let server: Server;

/** Answers every request with the same bytes, whatever they are, and hangs up. */
export async function startAnswering(): Promise<void> {
  server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}

export const stopAnswering = (): void => void server.close();

export const ANSWERED: Surface = {
  name: 'the answer of an endpoint',
  share: 20,
  given: mutated(...ANSWERS),
  async attack(text) {
    answer = Buffer.from(text, 'utf8');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const endpoint = endpointSchema.parse({ url, allowPrivateAddresses: true });
    const run = endpointRun({ timeoutSeconds: 5, endpoint });
    const row = datasetRow({ input: '{"q":1}' });
    const call = { run, row, call: 1, remainingMs: () => 60_000, reserve: async () => {} };
    const outcome = await callEndpoint(
      call,
      { text: '{}' },
      { secrets: new SecretsManagerClient(), bindings: { secrets: [] } },
    );
    const status = outcome.kind === 'answered' ? 'succeeded' : 'failed';
    const at = new Date(0).toISOString();
    JSON.stringify(buildResultRow(run, row, { status, calls: 1, ...outcome, startedAt: at, finishedAt: at }));
  },
};
