import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import type { Operation, Permission } from '../../service.ts';
import { consumedCapacities, doubled, readCost, writeCost } from '../consumed-capacity.ts';
import { invalid } from '../errors.ts';
import { getFields, itemText, planGet } from '../get-plan.ts';
import { itemSize } from '../item-size.ts';
import { attributes, parseInput, returnConsumedCapacity, tableName } from '../request.ts';
import type { Tables } from '../tables.ts';
import { evaluate, type ParsedWrite, type WriteOutcome, type WritePlan } from '../write-plan.ts';
import { deleteFields, parseDelete, parseOnKey, parsePut, parseUpdateItem, putFields, updateFields } from './items.ts';

const get = z.object({ TableName: tableName, Key: attributes, ...getFields }).omit({ AttributesToGet: true });

const transactGetItemsSchema = z.object({
  TransactItems: z
    .array(z.object({ Get: get }))
    .min(1)
    .max(100),
  ReturnConsumedCapacity: returnConsumedCapacity,
});

export const transactGetItems = (tables: Tables): Operation<unknown> => ({
  permissions(input) {
    const items = (input as { TransactItems?: unknown } | undefined)?.TransactItems;
    if (!Array.isArray(items)) return [];
    return items.map((item: { Get?: { TableName?: unknown } } | null) => ({
      action: 'dynamodb:GetItem',
      resource: tables.arn(item?.Get?.TableName),
    }));
  },
  async run(request) {
    const { TransactItems, ReturnConsumedCapacity } = parseInput(transactGetItemsSchema, request);
    const plans = TransactItems.map(({ Get: { Key, ...input } }) => planGet(tables, { ...input, Keys: [Key] }));
    const texts = plans.flatMap(({ table, keys }) => keys.map((key) => itemText(table, key)));
    if (new Set(texts).size < texts.length) {
      throw invalid('Transaction request cannot include multiple operations on one item');
    }
    const read = plans.flatMap(({ table, keys, wanted }) =>
      keys.map((key) => ({ table, wanted, item: table.get(key) })),
    );
    return {
      Responses: read.map(({ item, wanted }) => (item ? { Item: wanted(item) } : {})),
      ...consumedCapacities(
        ReturnConsumedCapacity,
        read.map(({ table, item }) => doubled(readCost(table, item, true))),
        'ReadCapacityUnits',
      ),
    };
  },
});

const LARGEST_TRANSACTION = 4 * 1024 * 1024;
const TOKEN_LIFE_MS = 10 * 60_000;

const conditionCheck = deleteFields.extend({ ConditionExpression: z.string() });

const action = z.object({
  Put: putFields.optional(),
  Update: updateFields.extend({ UpdateExpression: z.string() }).optional(),
  Delete: deleteFields.optional(),
  ConditionCheck: conditionCheck.optional(),
});

const transactWriteItemsSchema = z.object({
  TransactItems: z.array(action).min(1).max(100),
  ClientRequestToken: z.string().min(1).max(36).optional(),
  ReturnConsumedCapacity: returnConsumedCapacity,
});

export const transactWriteItems = (tables: Tables): Operation<unknown> => {
  const tokens = new Map<string, { request: string; until: number }>();
  return {
    permissions: (input) => permissions(tables, input),
    async run(request) {
      const { TransactItems, ClientRequestToken, ReturnConsumedCapacity } = parseInput(
        transactWriteItemsSchema,
        request,
      );
      const plans = TransactItems.map(parsed).map((write) => write(tables));
      const keys = plans.map(({ table, key }) => itemText(table, key));
      if (new Set(keys).size < keys.length) {
        throw invalid('Transaction request cannot include multiple operations on one item');
      }
      if (ClientRequestToken !== undefined && isRepeat(tokens, ClientRequestToken, TransactItems)) return {};
      const outcomes = evaluateAll(plans);
      const size = outcomes.reduce((sum, { item }) => sum + (item ? itemSize(item) : 0), 0);
      if (size > LARGEST_TRANSACTION) throw invalid('Transaction request cannot exceed 4 MB');
      tables.commit(outcomes.map(({ change }) => change).filter((change) => change !== undefined));
      if (ClientRequestToken !== undefined) remember(tokens, ClientRequestToken, TransactItems);
      return consumedCapacities(
        ReturnConsumedCapacity,
        plans.map(({ table }, index) => doubled(writeCost(table, outcomes[index]?.old, outcomes[index]?.item))),
        'WriteCapacityUnits',
      );
    },
  };
};

function permissions(tables: Tables, input: unknown): Permission[] {
  const items = (input as { TransactItems?: unknown } | undefined)?.TransactItems;
  if (!Array.isArray(items)) return [];
  return items.flatMap((item: Record<string, { TableName?: unknown } | undefined> | null) =>
    Object.entries(item ?? {}).map(([kind, on]) => ({
      action: `dynamodb:${kind}Item`,
      resource: tables.arn(on?.TableName),
    })),
  );
}

function parsed({ Put, Update, Delete, ConditionCheck }: z.output<typeof action>): ParsedWrite {
  const given = [Put, Update, Delete, ConditionCheck].filter((one) => one !== undefined);
  if (given.length !== 1) {
    throw invalid('TransactItems can only contain one of Check, Put, Update or Delete');
  }
  if (Put) return parsePut(Put);
  if (Update) return parseUpdateItem(Update);
  if (Delete) return parseDelete(Delete);
  return parseOnKey(ConditionCheck as z.output<typeof conditionCheck>, (old) => old);
}

/** All or nothing: one reason for each action says which of them stopped the transaction. */
function evaluateAll(plans: readonly WritePlan[]): WriteOutcome[] {
  const outcomes: WriteOutcome[] = [];
  const reasons = plans.map((one) => {
    try {
      outcomes.push(evaluate(one));
      return { Code: 'None' };
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      const Code = error.code === 'ConditionalCheckFailedException' ? 'ConditionalCheckFailed' : 'ValidationError';
      return { Code, Message: error.message, ...error.fields };
    }
  });
  if (outcomes.length === plans.length) return outcomes;
  const codes = reasons.map(({ Code }) => Code).join(', ');
  throw new AwsError(
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    400,
    { CancellationReasons: reasons },
  );
}

type Tokens = Map<string, { request: string; until: number }>;

const digest = (items: unknown): string => createHash('sha256').update(JSON.stringify(items)).digest('hex');

function isRepeat(tokens: Tokens, token: string, items: unknown): boolean {
  const seen = tokens.get(token);
  if (!seen || seen.until < Date.now()) return false;
  if (seen.request === digest(items)) return true;
  throw new AwsError(
    'IdempotentParameterMismatchException',
    'The request uses the same client token as a previous, but non-identical request.',
  );
}

function remember(tokens: Tokens, token: string, items: unknown): void {
  const now = Date.now();
  for (const [old, { until }] of tokens) {
    if (until >= now) break;
    tokens.delete(old);
  }
  tokens.set(token, { request: digest(items), until: now + TOKEN_LIFE_MS });
}
