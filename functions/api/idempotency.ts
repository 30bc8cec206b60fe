import { hash } from 'node:crypto';
import { type DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ifConditionHolds } from '../../domain/run-records/store/if-condition-holds.ts';
import { ApiError } from './api-error.ts';

const KEPT_SECONDS = 24 * 3600;
/** An API's request ends by then: whoever began it and left no answer will not. */
const BEGUN_SECONDS = 35;
/** An item of DynamoDB holds 400 KB. */
const LARGEST_ANSWER = 300_000;

export interface IdempotentRequest {
  readonly tenant: string;
  readonly route: string;
  readonly key: string;
  readonly body: unknown;
}

/** What was asked with an Idempotency-Key is done once; who asks again gets the first answer. */
export interface Idempotency {
  once(
    request: IdempotentRequest,
    work: (id: string) => Promise<unknown>,
  ): Promise<{ answer: unknown; again: boolean }>;
}

interface Item {
  readonly body_hash: string;
  readonly begun_at: number;
  readonly answer?: string;
}

export function createIdempotency(documents: DynamoDBDocumentClient, TableName: string): Idempotency {
  const seconds = () => Math.floor(Date.now() / 1000);

  async function earlierAnswer(requestId: string, bodyHash: string): Promise<unknown> {
    const get = new GetCommand({ TableName, Key: { request_id: requestId }, ConsistentRead: true });
    const item = (await documents.send(get)).Item as Item | undefined;
    if (item && item.body_hash !== bodyHash) {
      throw new ApiError('IdempotencyKeyReused', 'Another request had this Idempotency-Key. Use a new one for each.');
    }
    if (item?.answer === undefined) {
      throw new ApiError('Conflict', 'A request with this Idempotency-Key is under way. Ask again in a moment.', {
        retryAfter: 2,
      });
    }
    return JSON.parse(item.answer);
  }

  /** Nothing was done, and the key is free again. */
  const forget = (requestId: string) => set(requestId, 'expires_at', 0);

  async function set(requestId: string, name: 'answer' | 'expires_at', value: string | number): Promise<void> {
    await documents.send(
      new UpdateCommand({
        TableName,
        Key: { request_id: requestId },
        UpdateExpression: 'SET #name = :value',
        ExpressionAttributeNames: { '#name': name },
        ExpressionAttributeValues: { ':value': value },
      }),
    );
  }

  return {
    async once({ tenant, route, key, body }, work) {
      const requestId = hash('sha256', JSON.stringify([tenant, route, key]));
      const bodyHash = hash('sha256', JSON.stringify(body) ?? '');
      const now = seconds();
      const begin = new PutCommand({
        TableName,
        Item: { request_id: requestId, body_hash: bodyHash, begun_at: now, expires_at: now + KEPT_SECONDS },
        ConditionExpression:
          'attribute_not_exists(request_id) OR expires_at < :now OR (attribute_not_exists(answer) AND begun_at < :late AND body_hash = :body)',
        ExpressionAttributeValues: { ':now': now, ':late': now - BEGUN_SECONDS, ':body': bodyHash },
      });
      if (!(await ifConditionHolds(documents.send(begin)))) {
        return { answer: await earlierAnswer(requestId, bodyHash), again: true };
      }
      // What the work makes is named after the request, so that doing it again after a crash finds what is there.
      const answer = await work(requestId.slice(0, 16)).catch(async (error: unknown) => {
        await forget(requestId);
        throw error;
      });
      const text = JSON.stringify(answer);
      if (text.length <= LARGEST_ANSWER) await set(requestId, 'answer', text);
      return { answer, again: false };
    },
  };
}
