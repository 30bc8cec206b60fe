import { createHash } from 'node:crypto';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Installation } from '../../client/connect/installation.ts';
import type { WholeAnswer } from '../../contracts/api/answer.ts';
import { wholeAnswerKey } from '../../contracts/storage-keys.ts';
import { cutText } from '../../core/cut-text.ts';
import { isObject } from '../../core/json.ts';
import { putIfAbsent } from '../../domain/objects/store/put-if-absent.ts';

/** Lambda gives back 6 MB, in which the body is a JSON text within JSON; headers take some of it. */
const LARGEST_BYTES = 6_000_000;
/** Below this no escapes make an answer too large. */
const SURELY_FITS = LARGEST_BYTES / 12;
/** What texts are cut to; the next where the answer is still too large. */
const LENGTHS = [256 * 1024, 32 * 1024, 4 * 1024, 512, 64];
/** Levels of an answer that are kept as they are: `items[0].output`. What is deeper is cut as its JSON text. */
const KEPT_LEVELS = 3;
const MOST_NAMED = 100;
const LINK_SECONDS = 15 * 60;

/** Gives the answer back, or cuts its long texts and adds `whole`, a link to all of it. */
export type ShortenAnswer = (answer: unknown, tenant: string, copies?: number) => Promise<unknown>;

export const answerShortener =
  ({ clients, outputs }: Installation): ShortenAnswer =>
  async (answer, tenant, copies = 1) => {
    const fits = (text: string) =>
      text.length * copies < SURELY_FITS || copies * Buffer.byteLength(JSON.stringify(text)) <= LARGEST_BYTES;
    if (!isObject(answer)) return answer;
    const text = JSON.stringify(answer);
    if (fits(text)) return answer;
    const place = {
      Bucket: outputs.DataBucketName,
      Key: wholeAnswerKey(tenant, createHash('sha256').update(text).digest('hex')),
    };
    // Whoever asks for the same on the same day gets the same file.
    const file = { body: text, contentType: 'application/json', writer: 'api' };
    await putIfAbsent(clients.s3, { ...file, bucket: place.Bucket, key: place.Key });
    const whole: WholeAnswer = {
      url: await getSignedUrl(clients.s3, new GetObjectCommand(place), { expiresIn: LINK_SECONDS }),
      bytes: Buffer.byteLength(text),
      cut: [],
    };
    for (const length of LENGTHS) {
      const cut: string[] = [];
      const shorter = {
        ...(shortened(answer, length, cut) as object),
        whole: { ...whole, cut: cut.slice(0, MOST_NAMED) },
      };
      if (fits(JSON.stringify(shorter))) return shorter;
    }
    return { whole };
  };

/** @param cut told where something was cut */
function shortened(value: unknown, length: number, cut: string[], path: readonly (string | number)[] = []): unknown {
  if (typeof value === 'string') {
    if (value.length <= length) return value;
    cut.push(path.join('.'));
    return cutText(value, length);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (path.length >= KEPT_LEVELS) {
    const text = JSON.stringify(value);
    return text.length <= length ? value : shortened(text, length, cut, path);
  }
  if (Array.isArray(value)) return value.map((item, index) => shortened(item, length, cut, [...path, index]));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, shortened(item, length, cut, [...path, name])]),
  );
}
