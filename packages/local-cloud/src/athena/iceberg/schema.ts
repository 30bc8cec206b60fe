import { type DuckDBType, DuckDBTypeId } from '@duckdb/node-api';

export interface IcebergField {
  readonly id: number;
  readonly name: string;
  readonly required: boolean;
  readonly type: IcebergType;
}

type IcebergType =
  | string
  | { readonly type: 'struct'; readonly fields: readonly IcebergField[] }
  | {
      readonly type: 'list';
      readonly 'element-id': number;
      readonly element: IcebergType;
      readonly 'element-required': boolean;
    }
  | {
      readonly type: 'map';
      readonly 'key-id': number;
      readonly key: IcebergType;
      readonly 'value-id': number;
      readonly value: IcebergType;
      readonly 'value-required': boolean;
    };

const SCALARS: Partial<Record<DuckDBTypeId, string>> = {
  [DuckDBTypeId.BOOLEAN]: 'boolean',
  [DuckDBTypeId.TINYINT]: 'int',
  [DuckDBTypeId.SMALLINT]: 'int',
  [DuckDBTypeId.INTEGER]: 'int',
  [DuckDBTypeId.BIGINT]: 'long',
  [DuckDBTypeId.FLOAT]: 'float',
  [DuckDBTypeId.DOUBLE]: 'double',
  [DuckDBTypeId.DATE]: 'date',
  [DuckDBTypeId.TIMESTAMP]: 'timestamp',
  [DuckDBTypeId.TIMESTAMP_TZ]: 'timestamptz',
  [DuckDBTypeId.VARCHAR]: 'string',
  [DuckDBTypeId.BLOB]: 'binary',
  [DuckDBTypeId.UUID]: 'uuid',
};

/** Iceberg's type for a column; what lies inside it is numbered by `nextId`. */
export function icebergType(type: DuckDBType, nextId: () => number): IcebergType {
  if (type.typeId === DuckDBTypeId.LIST) {
    const { valueType } = type as unknown as { valueType: DuckDBType };
    const id = nextId();
    return { type: 'list', 'element-id': id, element: icebergType(valueType, nextId), 'element-required': false };
  }
  if (type.typeId === DuckDBTypeId.MAP) {
    const { keyType, valueType } = type as unknown as { keyType: DuckDBType; valueType: DuckDBType };
    const [keyId, valueId] = [nextId(), nextId()];
    const [key, value] = [icebergType(keyType, nextId), icebergType(valueType, nextId)];
    return { type: 'map', 'key-id': keyId, key, 'value-id': valueId, value, 'value-required': false };
  }
  if (type.typeId === DuckDBTypeId.STRUCT) {
    const { entryNames, entryTypes } = type as unknown as { entryNames: string[]; entryTypes: DuckDBType[] };
    const numbered = entryNames.map((name, index) => ({ id: nextId(), name, type: entryTypes[index] as DuckDBType }));
    return {
      type: 'struct',
      fields: numbered.map((field) => ({ ...field, required: false, type: icebergType(field.type, nextId) })),
    };
  }
  if (type.typeId === DuckDBTypeId.DECIMAL) return String(type).toLowerCase();
  const scalar = SCALARS[type.typeId];
  if (!scalar) throw new Error(`Iceberg has no type for ${type}`);
  return scalar;
}

/** The ids as DuckDB's Parquet writer takes them: `{"a": 1, "b": {"__duckdb_field_id": 2, "element": 3}}`. */
export function parquetFieldIds(fields: readonly IcebergField[]): string {
  return `{${fields.map(({ id, name, type }) => `${quotedKey(name)}: ${fieldIdsOf(id, type)}`).join(', ')}}`;
}

function fieldIdsOf(id: number, type: IcebergType): string {
  if (typeof type === 'string') return String(id);
  const inner = innerFields(type).map((field) => `${quotedKey(field.name)}: ${fieldIdsOf(field.id, field.type)}`);
  return `{__duckdb_field_id: ${id}, ${inner.join(', ')}}`;
}

function innerFields(type: Exclude<IcebergType, string>): readonly Omit<IcebergField, 'required'>[] {
  if (type.type === 'struct') return type.fields;
  if (type.type === 'list') return [{ id: type['element-id'], name: 'element', type: type.element }];
  return [
    { id: type['key-id'], name: 'key', type: type.key },
    { id: type['value-id'], name: 'value', type: type.value },
  ];
}

const quotedKey = (name: string): string => `'${name.replaceAll("'", "''")}'`;
