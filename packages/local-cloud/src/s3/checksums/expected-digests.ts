import { AwsError } from '../../aws-error.ts';
import { invalidRequest, notImplemented } from '../errors.ts';
import { WireBody } from '../protocol/wire-body.ts';
import type { Content } from '../storage/records.ts';
import { CHECKSUM_ALGORITHMS, type ChecksumAlgorithm, createChecksum, headerOf, memberOf } from './checksum.ts';

interface ExpectedDigests {
  /** The one to compute: what the client sent or named, or CRC64NVME, S3's default. */
  readonly algorithm: ChecksumAlgorithm;
  /** Whether the client sent or named it. */
  readonly chosen: boolean;
  /** To be called once the body was read: a trailing checksum comes after it. */
  verify(content: Required<Content>): void;
}

type Members = Readonly<Record<string, unknown>>;

/** The digests a client says its body has, as header, trailer or parameter. */
export function expectedDigests(input: Members, fallback: ChecksumAlgorithm = 'CRC64NVME'): ExpectedDigests {
  const md5 = contentMd5(input.ContentMD5);
  const sent = sentChecksum(input);
  const trailer = input.Body instanceof WireBody ? trailerAlgorithm(input.Body) : undefined;
  const named = sent?.algorithm ?? trailer ?? algorithmOf(input.ChecksumAlgorithm);
  return {
    algorithm: named ?? fallback,
    chosen: named !== undefined,
    verify({ etag, checksum }) {
      if (md5 !== undefined && md5 !== etag) {
        throw new AwsError('BadDigest', 'The Content-MD5 you specified did not match what we received.', 400, {
          ExpectedDigest: md5,
          CalculatedDigest: etag,
        });
      }
      const value = sent?.value ?? (trailer && trailerValue(input.Body as WireBody, trailer));
      if (value !== undefined && value !== checksum.value) throw badChecksum(checksum.algorithm);
    },
  };
}

export const badChecksum = (algorithm: ChecksumAlgorithm): AwsError =>
  new AwsError('BadDigest', `The ${algorithm} you specified did not match the calculated checksum.`, 400);

/** Undefined stays undefined; a name S3 does not know is refused. */
export function algorithmOf(name: unknown): ChecksumAlgorithm | undefined {
  if (name === undefined) return undefined;
  const algorithm = CHECKSUM_ALGORITHMS.find((each) => each === String(name).toUpperCase());
  if (algorithm) return algorithm;
  if (/^XXHASH/i.test(String(name))) throw notImplemented(`The checksum algorithm ${String(name)}`);
  throw invalidRequest(
    `Checksum algorithm provided is unsupported: ${String(name)}. Use one of ${CHECKSUM_ALGORITHMS.join(', ')}.`,
  );
}

/** The one `ChecksumXXX` member that is set. */
export function sentChecksum(input: Members): { algorithm: ChecksumAlgorithm; value: string } | undefined {
  const sent = CHECKSUM_ALGORITHMS.filter((each) => input[memberOf(each)] !== undefined);
  const [algorithm] = sent;
  if (!algorithm) return undefined;
  if (sent.length > 1) {
    throw invalidRequest('Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.');
  }
  const value = String(input[memberOf(algorithm)]);
  checkForm(algorithm, value);
  return { algorithm, value };
}

function contentMd5(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const bytes = Buffer.from(String(value), 'base64');
  if (bytes.length !== 16 || bytes.toString('base64') !== value) {
    throw new AwsError('InvalidDigest', 'The Content-MD5 you specified was invalid.', 400);
  }
  return bytes.toString('hex');
}

function checkForm(algorithm: ChecksumAlgorithm, value: string): void {
  const bytes = Buffer.from(value.replace(/-\d+$/, ''), 'base64');
  if (bytes.length !== createChecksum(algorithm).digest().length) {
    throw invalidRequest(`Value for ${headerOf(algorithm)} header is invalid.`);
  }
}

function trailerAlgorithm(body: WireBody): ChecksumAlgorithm | undefined {
  const name = body.announcedTrailer;
  if (name === undefined) return undefined;
  const algorithm = CHECKSUM_ALGORITHMS.find((each) => headerOf(each) === name);
  if (!algorithm) throw invalidRequest(`The value specified in the x-amz-trailer header is not supported: ${name}`);
  return algorithm;
}

function trailerValue(body: WireBody, algorithm: ChecksumAlgorithm): string {
  const value = body.trailers[headerOf(algorithm)];
  if (value === undefined) {
    throw new AwsError(
      'MalformedTrailerError',
      'The request contained trailing data that was not well-formed or did not conform to our published schema.',
      400,
    );
  }
  checkForm(algorithm, value);
  return value;
}
