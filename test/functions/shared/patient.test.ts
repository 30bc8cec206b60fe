import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patient } from '../../../functions/shared/patient.ts';

/** So many calls are made at once, and each is turned away so often: more than the purse of an SDK pays for. */
const AT_ONCE = 25;
const TURNED_AWAY = 5;

const BUSY = '<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>';
const calls = new Map<string, number>();
const server = createServer((request, response) => {
  const key = request.url?.split('?')[0] ?? '';
  const call = (calls.get(key) ?? 0) + 1;
  calls.set(key, call);
  request.resume();
  if (request.headers['x-amz-target']) {
    response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
    return response.end('{"__type":"com.amazonaws.dynamodb.v20120810#ValidationException","message":"no"}');
  }
  if (call > TURNED_AWAY && !key.includes('never')) return response.writeHead(200).end();
  response.writeHead(503, { 'content-type': 'application/xml' });
  response.end(BUSY);
});
const settings = () => ({
  endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  forcePathStyle: true,
  ...patient(8, 2),
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

describe('a client that is patient', () => {
  it('asks again each time it is turned away, however many others were', async () => {
    const s3 = new S3Client(settings());
    const put = (Key: string) => s3.send(new PutObjectCommand({ Bucket: 'b', Key, Body: 'x' }));
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => put(`object-${n}`)));
    expect(answers.map(({ $metadata }) => $metadata.attempts)).toEqual(Array(AT_ONCE).fill(TURNED_AWAY + 1));
  });

  it('gives up in the end, with an error that the state machine waits for', async () => {
    const s3 = new S3Client(settings());
    const put = s3.send(new PutObjectCommand({ Bucket: 'b', Key: 'never', Body: 'x' }));
    await expect(put).rejects.toMatchObject({ name: 'SlowDown', $metadata: { attempts: 8 } });
  });

  it('asks once where asking again would not help', async () => {
    const dynamodb = new DynamoDBClient(settings());
    const get = dynamodb.send(new GetItemCommand({ TableName: 't', Key: { id: { S: '1' } } }));
    await expect(get).rejects.toMatchObject({ name: 'ValidationException', $metadata: { attempts: 1 } });
  });
});
