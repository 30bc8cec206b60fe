import { QueryError } from '../query-error.ts';
import { isIdentifier, nameOf, type SyntaxNode } from '../syntax-tree.ts';
import type { Type } from './types.ts';

export interface Column {
  /** Lower case; undefined for a column that cannot be named. */
  readonly name: string | undefined;
  readonly type: Type;
}

/** A table, subquery or UNNEST in FROM. Without `columns` it may have any. */
export interface Relation {
  readonly alias: string | undefined;
  readonly columns: readonly Column[] | undefined;
}

/** The columns an expression may name: of its own FROM, then of the queries around it. */
export class Scope {
  readonly relations: Relation[];
  readonly #parent: Scope | undefined;

  constructor(relations: readonly Relation[], parent?: Scope) {
    this.relations = [...relations];
    this.#parent = parent;
  }

  /** A join USING columns gives each of them once, and then they belong to neither side. */
  merge(names: readonly string[]): void {
    if (this.relations.some(({ columns }) => !columns)) return;
    const shared = new Set(names.map((name) => name.toLowerCase()));
    const isShared = ({ name }: Column) => name !== undefined && shared.has(name);
    const merged = [...shared].map((name) => ({
      name,
      type: this.relations.flatMap(({ columns = [] }) => columns).find((column) => column.name === name)?.type,
    }));
    const others = this.relations.map(({ alias, columns = [] }) => ({
      alias,
      columns: columns.filter((column) => !isShared(column)),
    }));
    this.relations.splice(0, this.relations.length, { alias: undefined, columns: merged }, ...others);
  }

  /** The type of the column a name stands for. A name that stands for none is refused, as Trino does. */
  resolve(qualifiedName: SyntaxNode): Type {
    const parts = qualifiedName.children.filter(isIdentifier).map((part) => nameOf(part).toLowerCase());
    const found = this.#find(parts);
    if (found?.isAmbiguous) {
      throw new QueryError('AMBIGUOUS_NAME', `Column '${parts.join('.')}' is ambiguous`, qualifiedName);
    }
    if (found) return found.type;
    throw new QueryError('COLUMN_NOT_FOUND', `Column '${parts.join('.')}' cannot be resolved`, qualifiedName);
  }

  #find(parts: readonly string[]): { type: Type; isAmbiguous?: boolean } | undefined {
    const [first = '', second] = parts;
    for (const { alias, columns } of this.relations) {
      if (second !== undefined && alias === first) {
        if (!columns) return { type: undefined };
        const column = columns.find(({ name }) => name === second);
        if (column) return { type: parts.length > 2 ? undefined : column.type };
      }
    }
    for (const { columns } of this.relations) {
      if (!columns) return { type: undefined };
      const [column, another] = columns.filter(({ name }) => name === first);
      if (another) return { type: undefined, isAmbiguous: true };
      // `column.field` reads a field of a row.
      if (column) return { type: second === undefined ? column.type : undefined };
    }
    return this.#parent ? this.#parent.#find(parts) : undefined;
  }
}
