import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AthenaCloud } from '../../athena/athena-cloud.ts';
import { signed } from '../../support/signed.ts';
import { answerOf, type Exchange, isUnderWay, MadeUp } from './exchange.ts';
import { startPreparedCloud } from './prepare.ts';

let cloud: AthenaCloud;
beforeAll(async () => {
  cloud = await startPreparedCloud();
});
afterAll(() => cloud.end());

const flows = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.jsonl'));

it.each(flows)('%s: every request has the answer that the client worked with', async (name) => {
  const lines = readFileSync(join(import.meta.dirname, name), 'utf8')
    .trimEnd()
    .split('\n');
  const made = new MadeUp();
  for (const line of lines) {
    const { method, path, headers, body, answer }: Exchange = JSON.parse(line);
    const asked = { method, path: made.filled(path), headers, body: made.filled(body ?? '') };
    let got = await send(asked);
    while (isUnderWay(got.bytes.toString())) got = await send(asked);
    expect(answerOf(got.status, got.bytes, made), `${method} ${asked.path} ${headers['x-amz-target'] ?? ''}`).toEqual(
      answer,
    );
  }
});

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Signatures are good for a quarter of an hour: these are of today. */
function signedAnew({ method, path, headers, body }: Asked): Record<string, string> {
  const { authorization = '', 'x-amz-content-sha256': payload, ...others } = headers;
  const service = /Credential=[^/]+\/\d+\/[^/]+\/([^/]+)\//.exec(authorization)?.[1];
  if (!service) throw new Error(`${method} ${path} was recorded without a signature`);
  const { endpoint } = cloud.configuration();
  const unsigned = { method, path, headers: others, body: Buffer.from(body, 'latin1') };
  return signed(service, endpoint, service === 's3' ? { ...unsigned, payload } : unsigned);
}

/** By Node's own client, which changes nothing. */
function send(asked: Asked): Promise<{ status: number; bytes: Buffer }> {
  const { method, path, body } = asked;
  const headers = signedAnew(asked);
  const { hostname, port } = new URL(cloud.configuration().endpoint);
  return new Promise((resolve, reject) => {
    const onward = request({ hostname, port, method, path, headers }, async (reply) => {
      const chunks: Buffer[] = [];
      for await (const chunk of reply) chunks.push(chunk);
      resolve({ status: reply.statusCode ?? 0, bytes: Buffer.concat(chunks) });
    });
    onward.on('error', reject).end(Buffer.from(body, 'latin1'));
  });
}
