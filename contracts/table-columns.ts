export interface TableColumn {
  /**
   * Iceberg's field id, by which files know the column whatever it is called. Once published it never changes, and the
   * id of a column that is gone is never used again: old files would show its values under the new name.
   */
  readonly id: number;
  readonly type: 'string' | 'int' | 'long' | 'double' | 'boolean' | 'timestamp';
  /** Not in the first published version, so that deployments add it to the table that is there. Default: false */
  readonly added?: true;
}

export type TableColumns = Readonly<Record<string, TableColumn>>;

export interface NamedColumn extends TableColumn {
  readonly name: string;
}

const named = (columns: TableColumns): NamedColumn[] =>
  Object.entries(columns).map(([name, column]) => ({ name, ...column }));

/**
 * The columns of the first published version. CloudFormation creates an Iceberg table and cannot change its columns
 * (it would lose where the table's metadata is), so that templates name these for ever.
 */
export const firstColumns = (columns: TableColumns): NamedColumn[] => named(columns).filter(({ added }) => !added);

/** The columns that came later, in the order of their ids: Iceberg numbers them as they are added. */
export const addedColumns = (columns: TableColumns): NamedColumn[] => named(columns).filter(({ added }) => added);
