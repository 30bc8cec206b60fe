import { XMLBuilder } from 'fast-xml-parser';
import { AwsError } from '../aws-error.ts';
import { readPost } from './body.ts';
import type { Protocol } from './protocol.ts';

/**
 * The AWS Query protocol: a form in (`Action=Publish&MessageAttributes.entry.1.Name=…`), XML out.
 * Lists and maps arrive flattened as `Name.member.N` and `Name.entry.N.key`; they are folded back here.
 */
export function queryProtocol(xmlns: string): Protocol {
  return {
    async decode(request) {
      const form = new URLSearchParams((await readPost(request)).toString('utf8') || request.url.search);
      const operation = form.get('Action');
      if (!operation) throw new AwsError('MissingAction', 'The request has no Action parameter.');
      return { operation, input: fold(unflatten(form)) };
    },
    encode: (operation, output, request) => ({
      status: 200,
      headers: { 'content-type': 'text/xml' },
      body: xml({
        [`${operation}Response`]: {
          '@_xmlns': xmlns,
          [`${operation}Result`]: toXml(output ?? {}),
          ResponseMetadata: { RequestId: request.requestId },
        },
      }),
    }),
    encodeError: (error, request) => ({
      status: error.statusCode,
      headers: { 'content-type': 'text/xml' },
      body: xml({
        ErrorResponse: {
          '@_xmlns': xmlns,
          Error: { Type: error.statusCode < 500 ? 'Sender' : 'Receiver', Code: error.code, Message: error.message },
          RequestId: request.requestId,
        },
      }),
    }),
  };
}

/** What the parts of a form's names lead to: `Attribute.1.Name=x` is `{ Attribute: { 1: { Name: 'x' } } }`. */
type Tree = { [key: string]: Tree | string };

const builder = new XMLBuilder({ ignoreAttributes: false, suppressEmptyNode: false });
const xml = (document: object): string => `<?xml version="1.0"?>${builder.build(document)}`;

/** Lists are wrapped in `<member>`, plain objects stay structures, dates become ISO times. */
function toXml(value: unknown): unknown {
  if (Array.isArray(value)) return { member: value.map(toXml) };
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Map) {
    return { entry: [...value].map(([key, item]) => ({ key, value: toXml(item) })) };
  }
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => [key, toXml(item)]),
    );
  }
  return value;
}

function unflatten(form: URLSearchParams): Tree {
  const root: Tree = Object.create(null);
  for (const [name, value] of form) {
    if (name === 'Action' || name === 'Version') continue;
    const path = name.split('.');
    const last = path.pop() ?? name;
    let node = root;
    for (const step of path) {
      let next = node[step];
      if (typeof next !== 'object') {
        next = Object.create(null) as Tree;
        node[step] = next;
      }
      node = next;
    }
    node[last] = value;
  }
  return root;
}

function fold(node: Tree | string): unknown {
  if (typeof node === 'string') return node;
  const keys = Object.keys(node);
  if (keys.length === 1 && (keys[0] === 'member' || keys[0] === 'entry')) {
    const items = node[keys[0]];
    if (typeof items === 'object') {
      const list = inOrder(items).map(fold);
      return keys[0] === 'member' ? list : asMap(list);
    }
  }
  return Object.fromEntries(keys.map((key) => [key, fold(node[key] ?? '')]));
}

/** The values of a list, whose names are numbers. */
const inOrder = (list: Tree): (Tree | string)[] =>
  Object.keys(list)
    .sort((a, b) => Number(a) - Number(b))
    .map((index) => list[index] ?? '');

/** SNS names its map members `Name`/`Value`, tags `Key`/`Value`, others `key`/`value`. */
function asMap(entries: unknown[]): Record<string, unknown> {
  return Object.fromEntries(
    (entries as Record<string, unknown>[]).map((entry) => [
      String(entry.key ?? entry.Name ?? entry.Key),
      entry.value ?? entry.Value,
    ]),
  );
}
