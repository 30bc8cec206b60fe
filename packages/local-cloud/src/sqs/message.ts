import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AwsError } from '../aws-error.ts';
import { invalidParameter } from './request.ts';

export const messageAttributes = z
  .record(
    z.string(),
    z.object({
      DataType: z.string(),
      StringValue: z.string().optional(),
      BinaryValue: z.union([z.string(), z.instanceof(Uint8Array)]).optional(),
    }),
  )
  .optional();

/** A binary value is base64 text inside the local cloud. */
interface MessageAttribute {
  readonly DataType: string;
  readonly StringValue?: string;
  readonly BinaryValue?: string;
}

export type MessageAttributes = Readonly<Record<string, MessageAttribute>>;

const MOST_ATTRIBUTES = 10;
const NAME = /^(?!aws\.|amazon\.)(?!\.)(?!.*\.\.)[A-Za-z0-9_.-]{1,256}(?<!\.)$/i;
const TYPE = /^(String|Number|Binary)(\..+)?$/;

/** SNS takes any number of attributes, SQS ten. */
export function checkAttributeCount(attributes: MessageAttributes): void {
  const count = Object.keys(attributes).length;
  if (count > MOST_ATTRIBUTES) {
    throw invalidParameter(`Number of message attributes [${count}] exceeds the allowed maximum [${MOST_ATTRIBUTES}].`);
  }
}

export function parseMessageAttributes(input: z.output<typeof messageAttributes>): MessageAttributes {
  const entries = Object.entries(input ?? {});
  return Object.fromEntries(
    entries.map(([name, { DataType, StringValue, BinaryValue }]): [string, MessageAttribute] => {
      if (!NAME.test(name)) {
        throw invalidParameter(
          `Message attribute name '${name}' is invalid. It may hold A-Z, a-z, 0-9, underscore, hyphen and period, and not begin with AWS. or Amazon.`,
        );
      }
      if (!TYPE.test(DataType)) {
        throw invalidParameter(
          `The message attribute '${name}' has an invalid message attribute type, the set of supported type prefixes is Binary, Number, and String.`,
        );
      }
      if (DataType.startsWith('Binary')) {
        const bytes = typeof BinaryValue === 'string' ? BinaryValue : Buffer.from(BinaryValue ?? '').toString('base64');
        if (bytes === '') throw emptyAttribute(name);
        return [name, { DataType, BinaryValue: bytes }];
      }
      if (!StringValue) throw emptyAttribute(name);
      if (DataType.startsWith('Number') && !Number.isFinite(Number(StringValue))) {
        throw invalidParameter(`Can't cast the value of message (user) attribute '${name}' to a number.`);
      }
      return [name, { DataType, StringValue }];
    }),
  );
}

const emptyAttribute = (name: string): AwsError =>
  invalidParameter(`Message (user) attribute '${name}' must contain a non-empty value of type 'String' or 'Binary'.`);

/** Tab, newline, carriage return and what XML allows; everything else is refused. */
const ALLOWED = /^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u;

export function checkBody(body: string): void {
  if (body === '') throw new AwsError('MissingParameter', 'The request must contain the parameter MessageBody.');
  if (!ALLOWED.test(body)) {
    throw new AwsError(
      'InvalidMessageContents',
      'Invalid characters found. Valid unicode characters are #x9 | #xA | #xD | #x20 to #xD7FF | #xE000 to #xFFFD | #x10000 to #x10FFFF',
    );
  }
}

/** Attribute names, types and values count towards a message's size. */
export function messageSize(body: string, attributes: MessageAttributes): number {
  return Object.entries(attributes).reduce((size, [name, { DataType, StringValue, BinaryValue }]) => {
    const value =
      BinaryValue === undefined ? Buffer.byteLength(StringValue ?? '') : Buffer.byteLength(BinaryValue, 'base64');
    return size + Buffer.byteLength(name) + Buffer.byteLength(DataType) + value;
  }, Buffer.byteLength(body));
}

export const md5 = (content: string | Buffer): string => createHash('md5').update(content).digest('hex');

/** Sorted by name; each name, type and value with its length before it, and one byte for text (1) or bytes (2). */
export function md5OfAttributes(attributes: MessageAttributes): string | undefined {
  const names = Object.keys(attributes).sort();
  if (names.length === 0) return undefined;
  const sized = (bytes: Buffer): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    return Buffer.concat([length, bytes]);
  };
  const parts = names.flatMap((name) => {
    const { DataType, StringValue, BinaryValue } = attributes[name] as MessageAttribute;
    const binary = BinaryValue !== undefined;
    const value = binary ? Buffer.from(BinaryValue, 'base64') : Buffer.from(StringValue ?? '');
    return [sized(Buffer.from(name)), sized(Buffer.from(DataType)), Buffer.from([binary ? 2 : 1]), sized(value)];
  });
  return md5(Buffer.concat(parts));
}
