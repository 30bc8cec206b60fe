import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { signed } from '../../support/signed.ts';
import type { Case } from './case.ts';

export interface Answer {
  readonly status: number;
  /** Without texts of messages, and with what has no order sorted. */
  readonly answer: unknown;
}

/** The request as it goes over the wire, so that nothing of an SDK stands between the case and the answer. */
export async function call(endpoint: string, { operation, request: asked, unordered }: Case): Promise<Answer> {
  const body = JSON.stringify(asked);
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': `DynamoDB_20120810.${operation}`,
  };
  const reply = await post(endpoint, body, signed('dynamodb', endpoint, { method: 'POST', headers, body }));
  const answer: Body = JSON.parse(reply.text);
  // DynamoDB Local tells it in some answers although nobody asked.
  const { ConsumedCapacity, ...others } = answer;
  const told = 'ReturnConsumedCapacity' in asked ? answer : others;
  return { status: reply.status, answer: reply.status === 200 ? comparable(told, unordered) : refusal(answer) };
}

const agent = new Agent({ keepAlive: true });

/** By Node's own client: `fetch` takes twice the time that the local cloud takes to answer. */
function post(endpoint: string, body: string, headers: OutgoingHttpHeaders): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const onward = request(endpoint, { method: 'POST', agent, headers }, (reply) => {
      text(reply).then((answer) => resolve({ status: reply.statusCode ?? 0, text: answer }), reject);
    });
    onward.on('error', reject).end(body);
  });
}

interface Body {
  readonly ConsumedCapacity?: unknown;
  readonly __type?: string;
  readonly Item?: unknown;
  readonly CancellationReasons?: readonly { readonly Code: string; readonly Item?: unknown }[];
}

const refusal = ({ __type = '', Item, CancellationReasons }: Body): object => ({
  error: __type.slice(__type.lastIndexOf('#') + 1),
  ...(Item !== undefined && { Item: comparable(Item) }),
  ...(CancellationReasons && {
    reasons: CancellationReasons.map(({ Code, Item: old }) => ({
      Code,
      ...(old !== undefined && { Item: comparable(old) }),
    })),
  }),
});

/** Of a table's description only what the request asked for: dates, ids and ARNs differ everywhere. */
const DESCRIPTION = new Set(['TableDescription', 'Table']);
const DESCRIBED = ['TableName', 'KeySchema', 'AttributeDefinitions', 'LocalSecondaryIndexes', 'GlobalSecondaryIndexes'];
const OF_AN_INDEX = ['IndexName', 'KeySchema', 'Projection'];
const SETS = new Set(['SS', 'NS', 'BS']);

function comparable(value: unknown, unordered = false, name = ''): unknown {
  if (Array.isArray(value)) {
    const members = value.map((member) => comparable(member, unordered));
    const isUnordered = unordered && (name === 'Items' || name === 'things');
    return SETS.has(name) || isUnordered || name.endsWith('Indexes') || name === 'AttributeDefinitions'
      ? sorted(members)
      : members;
  }
  if (value === null || typeof value !== 'object') return value;
  const kept = DESCRIPTION.has(name) ? DESCRIBED : 'IndexName' in value ? OF_AN_INDEX : Object.keys(value);
  const members = value as Record<string, unknown>;
  return Object.fromEntries(
    kept
      .filter((key) => members[key] !== undefined)
      .sort()
      .map((key) => [key, comparable(members[key], unordered, key)]),
  );
}

const sorted = (members: readonly unknown[]): unknown[] =>
  members
    .map((member) => JSON.stringify(member))
    .sort()
    .map((text) => JSON.parse(text));
