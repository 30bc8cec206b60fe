import { Readable } from 'node:stream';
import type { HttpRequest, HttpResponse } from '../../gateway/http.ts';
import type { Protocol } from '../../gateway/protocol.ts';
import { CHECKSUM_ALGORITHMS, memberOf } from '../checksums/checksum.ts';
import { Digester } from '../checksums/digester.ts';
import { expectedDigests } from '../checksums/expected-digests.ts';
import { invalidRequest, malformedXml } from '../errors.ts';
import type { S3Operation } from '../operation.ts';
import { wholeBody } from '../read-object.ts';
import { addressOf } from './address.ts';
import { encodeError } from './encode-error.ts';
import { headersOf, membersOf } from './members.ts';
import { routeOf } from './route.ts';
import { WireBody } from './wire-body.ts';
import { parseXml, writeXml } from './xml.ts';

type AnyOperation = S3Operation<never, unknown>;

const LARGEST_XML = 8 * 1024 * 1024;

/** S3's own kind of REST: bucket and key in the path, most members in headers and query, the rest as XML. */
export function s3Protocol(operations: Readonly<Record<string, AnyOperation>>): Protocol {
  return {
    async decode(request) {
      const address = addressOf(request);
      const query = queryOf(request);
      const members = membersOf(singleHeaders(request), query);
      const operation = routeOf(request.method, address, query, members.CopySource !== undefined);
      const input: Record<string, unknown> = { ...members, Bucket: address.bucket, Key: address.key };
      const wire = operations[operation]?.wire;
      if (wire?.streamsBody) {
        input.Body = new WireBody(request);
        checkAnnouncedChecksum(request, input);
      } else if (wire?.fromXml) {
        if (wire.requiresDigest) checkDigestIsSent(request, input);
        Object.assign(input, wire.fromXml(await readXml(request, wire.checksumIsOfObject ? {} : input)));
      }
      return { operation, input };
    },
    encode(operation, output, request) {
      const { wire } = operations[operation] ?? {};
      const members = (output ?? {}) as Record<string, unknown>;
      const status = wire?.status?.(output as never) ?? 200;
      const identity = { 'x-amz-request-id': request.requestId };
      if (wire?.root === undefined) {
        return { status, headers: { ...headersOf(members), ...identity }, ...bodyOf(members.Body) };
      }
      const inHeaders = Object.fromEntries((wire.headers ?? []).map((name) => [name, members[name]]));
      const content = wire.toXml ? wire.toXml(output as never) : output;
      return {
        status,
        headers: { ...headersOf(inHeaders), ...identity, 'content-type': 'application/xml' },
        body: writeXml(wire.root, content),
      };
    },
    encodeError,
  };
}

function queryOf({ target }: HttpRequest): URLSearchParams {
  const mark = target.indexOf('?');
  return new URLSearchParams(mark < 0 ? '' : target.slice(mark + 1));
}

function* singleHeaders({ headers }: HttpRequest): Iterable<[string, string]> {
  for (const [name, value] of Object.entries(headers)) if (typeof value === 'string') yield [name, value];
}

/** A small object is sent in one piece. */
function bodyOf(body: unknown): Pick<HttpResponse, 'body'> {
  return body instanceof Readable ? { body: wholeBody(body) ?? body } : {};
}

function sendsChecksum({ headers }: HttpRequest, input: Record<string, unknown>): boolean {
  return headers['x-amz-trailer'] !== undefined || CHECKSUM_ALGORITHMS.some((each) => memberOf(each) in input);
}

function checkDigestIsSent(request: HttpRequest, input: Record<string, unknown>): void {
  if (input.ContentMD5 !== undefined || sendsChecksum(request, input)) return;
  throw invalidRequest('Missing required header for this request: Content-MD5 OR x-amz-checksum-*');
}

function checkAnnouncedChecksum(request: HttpRequest, input: Record<string, unknown>): void {
  if (request.headers['x-amz-sdk-checksum-algorithm'] === undefined || sendsChecksum(request, input)) return;
  throw invalidRequest(
    'x-amz-sdk-checksum-algorithm specified, but no corresponding x-amz-checksum-* or x-amz-trailer headers were found.',
  );
}

/** XML bodies are small and carry digests like any other. */
async function readXml(
  request: HttpRequest,
  input: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const body = new WireBody(request);
  const expected = expectedDigests({ ...input, Body: body });
  const digester = new Digester(expected.algorithm);
  const chunks: Buffer[] = [];
  if (body.length > LARGEST_XML) throw malformedXml(`it is over ${LARGEST_XML} bytes`);
  for await (const chunk of body) {
    chunks.push(chunk);
    digester.update(chunk);
  }
  expected.verify(digester.digest());
  return parseXml(Buffer.concat(chunks).toString('utf8'));
}
