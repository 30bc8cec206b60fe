import type { z } from 'zod';
import type { Item } from './attribute-value.ts';
import { conditionFailed } from './errors.ts';
import { type Condition, matches } from './expression/condition.ts';
import { parseCondition } from './expression/parse-condition.ts';
import type { Scope } from './expression/scope.ts';
import type { conditionFields } from './request.ts';
import type { Table } from './table.ts';
import type { Change, Tables } from './tables.ts';

/** A write whose request is valid, before it has met the item it is about. */
export interface WritePlan {
  readonly table: Table;
  readonly key: Item;
  readonly condition: Condition | undefined;
  /** The failure tells what the item was. */
  readonly returnOldOnFailure: boolean;
  /** What the table's schema asks of the request. In a transaction a failure is one of its reasons. */
  check(): void;
  /** The item afterwards, given what it is now; `undefined` when there is none. */
  after(old: Item | undefined): Item | undefined;
}

/** A write whose expressions are valid: tables are looked for when those of all writes of a request are. */
export type ParsedWrite<Plan extends WritePlan = WritePlan> = (tables: Tables) => Plan;

export interface WriteOutcome {
  readonly old: Item | undefined;
  readonly item: Item | undefined;
  /** None when nothing is to be stored. */
  readonly change: Change | undefined;
}

/** Checks the condition and works out the change; nothing is stored yet. */
export function evaluate(plan: WritePlan): WriteOutcome {
  const { table, key } = plan;
  plan.check();
  const old = table.get(key);
  if (plan.condition && !matches(plan.condition, old)) {
    throw conditionFailed(plan.returnOldOnFailure ? old : undefined);
  }
  const item = plan.after(old);
  if (item === old) return { old, item, change: undefined };
  return { old, item, change: item ? { table, put: item } : { table, delete: key } };
}

type ConditionInput = z.output<z.ZodObject<typeof conditionFields>>;

export function planCondition(
  input: ConditionInput,
  scope: Scope,
): Pick<WritePlan, 'condition' | 'returnOldOnFailure'> {
  return {
    condition:
      input.ConditionExpression === undefined
        ? undefined
        : parseCondition('ConditionExpression', input.ConditionExpression, scope),
    returnOldOnFailure: input.ReturnValuesOnConditionCheckFailure === 'ALL_OLD',
  };
}
