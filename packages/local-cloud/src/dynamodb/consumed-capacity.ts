/** Units as DynamoDB counts them: 4 KB a strongly consistent read, half for an eventual one, 1 KB a write. */
export const readUnits = (bytes: number, consistent: boolean): number =>
  Math.max(1, Math.ceil(bytes / 4096)) * (consistent ? 1 : 0.5);

export const writeUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / 1024));

/** The `ConsumedCapacity` member of an answer, for requests that want it. */
export function consumedCapacity(
  wanted: 'INDEXES' | 'TOTAL' | 'NONE',
  tableName: string,
  units: number,
): { ConsumedCapacity?: object } {
  if (wanted === 'NONE') return {};
  const table = wanted === 'INDEXES' ? { Table: { CapacityUnits: units } } : {};
  return { ConsumedCapacity: { TableName: tableName, CapacityUnits: units, ...table } };
}
