import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChecksumAlgorithm, createChecksum } from '../../src/s3/checksums/checksum.ts';
import { combineCrcs } from '../../src/s3/checksums/combine-crcs.ts';
import { decodeChunks } from '../../src/s3/protocol/aws-chunked.ts';
import { signed } from '../support/signed.ts';
import { failureOf, startS3 } from './s3-cloud.ts';

const { s3, cloud } = await startS3();
const Bucket = 'things';

function checksum(algorithm: ChecksumAlgorithm, ...pieces: Uint8Array[]): Buffer {
  const running = createChecksum(algorithm);
  for (const piece of pieces) running.update(Buffer.from(piece));
  return running.digest();
}

describe('checksums', () => {
  it.each([
    ['CRC32', 'cbf43926'],
    ['CRC32C', 'e3069283'],
    ['CRC64NVME', 'ae8b14860a799888'],
  ] as const)('%s has its published check value', (algorithm, value) => {
    expect(checksum(algorithm, Buffer.from('123456789')).toString('hex')).toBe(value);
  });

  it.each(['CRC32', 'CRC32C', 'CRC64NVME'] as const)('of kind %s are combined without the bytes', (algorithm) => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { minLength: 1, maxLength: 6 }), (pieces) => {
        const known = pieces.map((bytes) => ({
          value: checksum(algorithm, bytes).toString('base64'),
          size: bytes.length,
        }));
        expect(combineCrcs(algorithm, known)).toBe(checksum(algorithm, ...pieces).toString('base64'));
      }),
    );
  });

  it('do not depend on how the bytes are cut', () => {
    const algorithm = fc.constantFrom(
      'CRC32',
      'CRC32C',
      'CRC64NVME',
      'SHA1',
      'SHA256',
    ) as fc.Arbitrary<ChecksumAlgorithm>;
    fc.assert(
      fc.property(algorithm, fc.uint8Array({ maxLength: 99 }), fc.nat(99), (name, bytes, cut) => {
        expect(checksum(name, bytes.subarray(0, cut), bytes.subarray(cut))).toEqual(checksum(name, bytes));
      }),
    );
  });

  it.each(['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256'] as const)(
    '%s is verified and given back, for bytes and for streams',
    async (ChecksumAlgorithm) => {
      const bytes = Buffer.from('some bytes '.repeat(20_000));
      const member = `Checksum${ChecksumAlgorithm}` as const;
      const expected = checksum(ChecksumAlgorithm, bytes).toString('base64');
      const put = (Body: Buffer | Readable) =>
        s3.putObject({ Bucket, Key: 'sum', Body, ChecksumAlgorithm, ContentLength: bytes.length });
      expect((await put(bytes))[member]).toBe(expected);
      expect((await put(Readable.from([bytes])))[member]).toBe(expected);
      const head = await s3.headObject({ Bucket, Key: 'sum', ChecksumMode: 'ENABLED' });
      expect(head).toMatchObject({ [member]: expected, ChecksumType: 'FULL_OBJECT' });
      expect(await s3.headObject({ Bucket, Key: 'sum' })).not.toHaveProperty(member);
      await put(bytes);
      const { Body } = await s3.getObject({ Bucket, Key: 'sum' });
      expect(await Body?.transformToString()).toBe(bytes.toString());
    },
  );

  it('are CRC64NVME for an object that came without one', async () => {
    await cloud.context.call(
      's3',
      'PutObject',
      { Bucket, Key: 'plain', Body: '123456789' },
      cloud.context.administrator,
    );
    const head = await s3.headObject({ Bucket, Key: 'plain', ChecksumMode: 'ENABLED' });
    expect(head.ChecksumCRC64NVME).toBe(Buffer.from('ae8b14860a799888', 'hex').toString('base64'));
  });

  it('that do not match are refused, and the object stays as it was', async () => {
    await s3.putObject({ Bucket, Key: 'kept', Body: 'old' });
    const put = (more: object) => failureOf(s3.putObject({ Bucket, Key: 'kept', Body: 'new', ...more }));
    const other = (algorithm: ChecksumAlgorithm) => checksum(algorithm, Buffer.from('other')).toString('base64');
    expect(await put({ ChecksumCRC32: other('CRC32') })).toMatchObject({ name: 'BadDigest', status: 400 });
    expect(await put({ ChecksumSHA256: other('SHA256') })).toMatchObject({ name: 'BadDigest' });
    expect(await put({ ContentMD5: other('MD5') })).toMatchObject({ name: 'BadDigest' });
    expect(await put({ ContentMD5: 'no digest' })).toMatchObject({ name: 'InvalidDigest' });
    expect(await put({ ChecksumCRC32: 'short' })).toMatchObject({ name: 'InvalidRequest' });
    const { Body } = await s3.getObject({ Bucket, Key: 'kept' });
    expect(await Body?.transformToString()).toBe('old');
  });
});

/** A PUT with just these headers, which no SDK would send. */
async function rawPut(headers: Record<string, string | number>, body: string | Buffer) {
  const { hostname, port } = new URL(cloud.endpoint);
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const { 'x-amz-content-sha256': payload = 'UNSIGNED-PAYLOAD' } = sent;
  const url = `${cloud.endpoint}/things/raw`;
  const signedHeaders = signed('s3', url, { method: 'PUT', headers: sent, payload });
  return new Promise<{ status: number | undefined; code: string | undefined }>((resolve, reject) => {
    const outgoing = request(
      { hostname, port, method: 'PUT', path: '/things/raw', headers: signedHeaders },
      (answer) => {
        let text = '';
        answer.on('data', (chunk) => {
          text += chunk;
        });
        answer.on('end', () => resolve({ status: answer.statusCode, code: /<Code>(.*?)<\/Code>/.exec(text)?.[1] }));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

describe('aws-chunked bodies', () => {
  const stored = async () => (await s3.getObject({ Bucket, Key: 'raw' })).Body?.transformToString();
  const chunked = (payload: string, trailer: string, crc: string) => ({
    headers: {
      'content-encoding': 'aws-chunked,gzip',
      'x-amz-content-sha256': `STREAMING-${payload}`,
      'x-amz-decoded-content-length': 11,
      ...(crc && { 'x-amz-trailer': 'x-amz-checksum-crc32' }),
    },
    body: `6${trailer}\r\nhello \r\n5${trailer}\r\nworld\r\n0${trailer}\r\n${crc && `x-amz-checksum-crc32:${crc}\r\n`}\r\n`,
  });

  it.each([
    ['UNSIGNED-PAYLOAD-TRAILER', '', 'DUoRhQ=='],
    ['AWS4-HMAC-SHA256-PAYLOAD', `;chunk-signature=${'0'.repeat(64)}`, ''],
    ['AWS4-HMAC-SHA256-PAYLOAD-TRAILER', `;chunk-signature=${'0'.repeat(64)}`, 'DUoRhQ=='],
  ])('of kind STREAMING-%s are unwrapped', async (payload, extension, crc) => {
    const { headers, body } = chunked(payload, extension, crc);
    expect(await rawPut(headers, body)).toEqual({ status: 200, code: undefined });
    expect(await stored()).toBe('hello world');
    expect((await s3.headObject({ Bucket, Key: 'raw' })).ContentEncoding).toBe('gzip');
  });

  it('are refused if the trailing checksum is wrong or missing, or the length is', async () => {
    const wrong = chunked('UNSIGNED-PAYLOAD-TRAILER', '', 'AAAAAA==');
    expect(await rawPut(wrong.headers, wrong.body)).toEqual({ status: 400, code: 'BadDigest' });
    const right = chunked('UNSIGNED-PAYLOAD-TRAILER', '', 'DUoRhQ==');
    const missing = right.body.replace(/x-amz-checksum.*\r\n/, '');
    expect(await rawPut(right.headers, missing)).toEqual({ status: 400, code: 'MalformedTrailerError' });
    const short = { ...right.headers, 'x-amz-decoded-content-length': 12 };
    expect(await rawPut(short, right.body)).toEqual({ status: 400, code: 'IncompleteBody' });
    expect(await rawPut(right.headers, 'no chunks at all\r\n')).toEqual({ status: 400, code: 'InvalidChunkSizeError' });
    expect(await rawPut(right.headers, '6\r\nhel')).toEqual({ status: 400, code: 'IncompleteBody' });
  });

  it('are read alike however they are cut', async () => {
    const { body } = chunked('UNSIGNED-PAYLOAD-TRAILER', '', 'DUoRhQ==');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(body.length), { maxLength: 8 }), async (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), body.length];
        const pieces = at.slice(1).map((end, index) => Buffer.from(body.slice(at[index], end)));
        const trailers = {};
        expect(await text(decodeChunks(Readable.from(pieces), trailers))).toBe('hello world');
        expect(trailers).toEqual({ 'x-amz-checksum-crc32': 'DUoRhQ==' });
      }),
    );
  });
});

describe('plain bodies', () => {
  it('are refused if the signed SHA-256 is not theirs, or their length is not told', async () => {
    const sha256 = createHash('sha256').update('right').digest('hex');
    const headers = { 'x-amz-content-sha256': sha256 };
    expect(await rawPut({ ...headers, 'content-length': 5 }, 'right')).toEqual({ status: 200, code: undefined });
    expect(await rawPut({ ...headers, 'content-length': 5 }, 'wrong')).toEqual({
      status: 400,
      code: 'XAmzContentSHA256Mismatch',
    });
    const unknown = await rawPut({ 'transfer-encoding': 'chunked' }, 'x');
    expect(unknown).toEqual({ status: 501, code: 'NotImplemented' });
  });

  it('are refused over 5 GB before they are read', async () => {
    const headers = { 'content-length': 5 * 1024 ** 3 + 1 };
    const { hostname, port } = new URL(cloud.endpoint);
    const status = await new Promise((resolve, reject) => {
      const sent = { method: 'PUT', headers: { 'content-length': String(headers['content-length']) } };
      const signedHeaders = signed('s3', `${cloud.endpoint}/things/huge`, { ...sent, payload: 'UNSIGNED-PAYLOAD' });
      const outgoing = request(
        { hostname, port, method: 'PUT', path: '/things/huge', headers: signedHeaders },
        (answer) => {
          resolve(answer.statusCode);
          outgoing.destroy();
        },
      );
      outgoing.on('error', reject);
      outgoing.write('the beginning');
    });
    expect(status).toBe(400);
  });
});
