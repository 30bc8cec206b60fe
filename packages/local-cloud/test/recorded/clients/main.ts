import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { answerOf, type Exchange, isUnderWay, MadeUp } from './exchange.ts';
import { startPreparedCloud } from './prepare.ts';

/**
 * Records what a client asks: `main.ts NAME COMMAND [ARGUMENT …]` runs the command with AWS_ENDPOINT_URL at a local
 * cloud of its own, and writes NAME.jsonl.
 */
const KEPT = /^(authorization|content-type|content-encoding|range|x-amz-(?!user-agent).*)$/;

async function record(name: string, command: string, ...args: string[]): Promise<void> {
  const cloud = await startPreparedCloud();
  const { port } = new URL(cloud.configuration().endpoint);
  const exchanges: Exchange[] = [];
  const made = new MadeUp();
  let turn: Promise<unknown> = Promise.resolve();
  // One after the other, as they will be played.
  const server = createServer((asked, answered) => {
    turn = turn.then(() => pass(asked, answered)).catch(() => answered.destroy());
  });
  async function pass(asked: IncomingMessage, answered: ServerResponse): Promise<void> {
    const { method = '', url: path = '' } = asked;
    const body = await bytesOf(asked);
    const onward = request({ port, method, path, headers: asked.headers }).end(body);
    const [reply] = (await once(onward, 'response')) as [IncomingMessage];
    const bytes = await bytesOf(reply);
    answered.writeHead(reply.statusCode ?? 0, reply.headers).end(bytes);
    if (isUnderWay(bytes.toString())) return;
    const headers = Object.entries(asked.headers).filter(([header]) => KEPT.test(header));
    exchanges.push({
      method,
      path: made.named(path, false),
      headers: Object.fromEntries(headers.map(([header, value]) => [header, String(value)])),
      ...(body.length > 0 ? { body: made.named(body.toString('latin1'), false) } : {}),
      answer: answerOf(reply.statusCode ?? 0, method === 'HEAD' ? Buffer.alloc(0) : bytes, made),
    });
  }
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const AWS_ENDPOINT_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' };
  const env = { ...process.env, ...keys, AWS_ENDPOINT_URL, AWS_REGION: 'us-east-1', AWS_DEFAULT_REGION: 'us-east-1' };
  const [code] = await once(spawn(command, args, { env, stdio: 'inherit' }), 'exit');
  server.close();
  await cloud.end();
  if (code !== 0) throw new Error(`${command} ended with ${code}; nothing was recorded.`);
  const file = join(import.meta.dirname, `${name}.jsonl`);
  writeFileSync(file, exchanges.map((exchange) => `${JSON.stringify(exchange)}\n`).join(''));
  process.stdout.write(`${exchanges.length} requests in ${file}\n`);
}

async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const [name, command, ...args] = process.argv.slice(2);
if (!name || !command) throw new Error('Usage: main.ts NAME COMMAND [ARGUMENT …]');
await record(name, command, ...args);
