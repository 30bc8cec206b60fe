import { asMap, inOrder, type QueryShapes, type Tree } from '../gateway/query-protocol.ts';

/** `AttributeName.1=All`: lists have the name of one of theirs, and a number. */
const LISTS: Readonly<Record<string, string>> = {
  AttributeName: 'AttributeNames',
  MessageAttributeName: 'MessageAttributeNames',
  MessageSystemAttributeName: 'MessageSystemAttributeNames',
  ChangeMessageVisibilityBatchRequestEntry: 'Entries',
  DeleteMessageBatchRequestEntry: 'Entries',
  SendMessageBatchRequestEntry: 'Entries',
};

/** `Attribute.1.Name=DelaySeconds&Attribute.1.Value=5`: so have maps. */
const MAPS: Readonly<Record<string, string>> = {
  Attribute: 'Attributes',
  MessageAttribute: 'MessageAttributes',
  MessageSystemAttribute: 'MessageSystemAttributes',
  Tag: 'tags',
};

const NUMBERS = ['DelaySeconds', 'MaxNumberOfMessages', 'MaxResults', 'VisibilityTimeout', 'WaitTimeSeconds'];

/** In an answer; what a batch made of its entries depends on the operation. */
const ELEMENTS: Readonly<Record<string, string>> = {
  Failed: 'BatchResultErrorEntry',
  Messages: 'Message',
  QueueUrls: 'QueueUrl',
};

export const QUERY_SHAPES: QueryShapes = {
  input: structure,
  output: (output, operation) => elements(output, { ...ELEMENTS, Successful: `${operation}ResultEntry` }),
};

function structure(tree: Tree): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(tree).map(([name, value]): [string, unknown] => {
      if (typeof value === 'string') return [name, NUMBERS.includes(name) ? Number(value) : value];
      const list = LISTS[name];
      if (list) return [list, numbered(value)];
      const map = MAPS[name];
      if (map) return [map, asMap(numbered(value))];
      return [name, structure(value)];
    }),
  );
}

const numbered = (tree: Tree): unknown[] =>
  inOrder(tree).map((value) => (typeof value === 'string' ? value : structure(value)));

function elements(value: unknown, names: Readonly<Record<string, string>>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (Array.isArray(member)) return [names[name] ?? name, member.map((item) => elements(item, names))];
      const map = Object.entries(MAPS).find(([, plural]) => plural === name)?.[0];
      if (!map) return [name, elements(member, names)];
      return [map, Object.entries(member as object).map(([Name, Value]) => ({ Name, Value }))];
    }),
  );
}
