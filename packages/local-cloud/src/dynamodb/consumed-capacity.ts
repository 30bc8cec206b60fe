import type { Item } from './attribute-value.ts';
import { equalValues } from './attribute-value.ts';
import { itemSize } from './item-size.ts';
import { hasKey, keyNames } from './key.ts';
import type { Index, Table } from './table.ts';

type Wanted = 'INDEXES' | 'TOTAL' | 'NONE';

/** What one read or write took: of the table itself, and of its indexes by name. */
export interface Cost {
  readonly table: Table;
  readonly units: number;
  readonly indexUnits?: ReadonlyMap<Index, number>;
}

/** Units as DynamoDB counts them: 4 KB a strongly consistent read, half for an eventual one, 1 KB a write. */
export const readUnits = (bytes: number, consistent: boolean): number =>
  Math.max(1, Math.ceil(bytes / 4096)) * (consistent ? 1 : 0.5);

const writeUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / 1024));

export function readCost(table: Table, item: Item | undefined, consistent: boolean): Cost {
  return { table, units: readUnits(item ? itemSize(item) : 0, consistent) };
}

/** A write costs the larger of the item before and after, and again in every index that holds something of the change. */
export function writeCost(table: Table, old: Item | undefined, item: Item | undefined): Cost {
  const sizeOf = (one: Item | undefined) => (one ? itemSize(one) : 0);
  const indexUnits = new Map<Index, number>();
  for (const index of table.indexes) {
    const [before, after] = [old, item].map((one) =>
      one && hasKey(one, index.key) ? table.projected(one, index) : undefined,
    );
    if (!before && !after) continue;
    if (before && after && equalValues({ M: before }, { M: after })) continue;
    const moved =
      before && after && keyNames(index.key).some((name) => !equalValues(before[name] ?? {}, after[name] ?? {}));
    // An entry whose key changes is deleted and written anew.
    const units = moved
      ? writeUnits(sizeOf(before)) + writeUnits(sizeOf(after))
      : writeUnits(Math.max(sizeOf(before), sizeOf(after)));
    indexUnits.set(index, units);
  }
  return { table, units: writeUnits(Math.max(sizeOf(old), sizeOf(item))), indexUnits };
}

/** What the same costs inside a transaction. */
export const doubled = ({ table, units, indexUnits = new Map() }: Cost): Cost => ({
  table,
  units: 2 * units,
  indexUnits: new Map([...indexUnits].map(([index, of]) => [index, 2 * of])),
});

/** The `ConsumedCapacity` member of an answer, for requests that want it. */
export function consumedCapacity(wanted: Wanted, cost: Cost): { ConsumedCapacity?: object } {
  return wanted === 'NONE' ? {} : { ConsumedCapacity: capacityOf(wanted, [cost]) };
}

/** The same for requests about several items: a list with one entry a table. Transactions also say which units they are. */
export function consumedCapacities(
  wanted: Wanted,
  costs: readonly Cost[],
  unitsAre?: 'ReadCapacityUnits' | 'WriteCapacityUnits',
): { ConsumedCapacity?: object[] } {
  if (wanted === 'NONE') return {};
  const tables = [...new Set(costs.map(({ table }) => table))];
  return {
    ConsumedCapacity: tables.map((of) =>
      capacityOf(
        wanted,
        costs.filter(({ table }) => table === of),
        unitsAre,
      ),
    ),
  };
}

function capacityOf(wanted: Wanted, costs: readonly Cost[], unitsAre?: string): object {
  const table = sum(costs.map(({ units }) => units));
  const byIndex = new Map<Index, number>();
  for (const { indexUnits = new Map() } of costs) {
    for (const [index, units] of indexUnits) byIndex.set(index, (byIndex.get(index) ?? 0) + units);
  }
  const capacity = (units: number) => ({ CapacityUnits: units, ...(unitsAre && { [unitsAre]: units }) });
  const indexes = (global: boolean) =>
    Object.fromEntries(
      [...byIndex]
        .filter(([index]) => index.global === global)
        .map(([{ definition }, units]) => [definition.IndexName, capacity(units)]),
    );
  const [globals, locals] = [indexes(true), indexes(false)];
  return {
    TableName: costs[0]?.table.definition.TableName,
    ...capacity(table + sum([...byIndex.values()])),
    ...(wanted === 'INDEXES' && {
      Table: capacity(table),
      ...(Object.keys(globals).length > 0 && { GlobalSecondaryIndexes: globals }),
      ...(Object.keys(locals).length > 0 && { LocalSecondaryIndexes: locals }),
    }),
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
