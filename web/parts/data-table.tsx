import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import './data-table.css';
import { useNarrow } from './use-narrow.ts';

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  /** CSS width; columns without one share what is left. */
  readonly width?: string;
  readonly right?: boolean;
  /** What to sort by; columns without it cannot be sorted by. */
  readonly sort?: string;
  /** Left out where there is little room. */
  readonly wide?: boolean;
  cell(row: Row): ReactNode;
}

interface Props<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Rows there are altogether, those that are not here yet included. */
  readonly total?: number;
  readonly sort?: string;
  readonly onSort?: (sort: string) => void;
  readonly selected?: string;
  readonly onOpen?: (row: Row) => void;
  /** The last rows are near: get more. */
  readonly onEnd?: () => void;
}

const ROW_HEIGHT = 33;

/** Thousands of rows of one height, of which only those in sight are in the page. */
export function DataTable<Row>(props: Props<Row>) {
  const { label, rows, keyOf, total = rows.length, sort, onSort, selected, onOpen, onEnd } = props;
  const narrow = useNarrow();
  const columns = useMemo(() => props.columns.filter(({ wide }) => !(wide && narrow)), [props.columns, narrow]);
  const table = useRef<HTMLTableElement>(null);
  const [offset, setOffset] = useState(0);
  // What stands above the table may grow and shrink.
  useLayoutEffect(() => {
    const top = (table.current?.getBoundingClientRect().top ?? 0) + scrollY;
    if (Math.abs(top - offset) > 1) setOffset(top);
  });
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 15,
    scrollMargin: offset,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - 20) onEnd?.();
  }, [last, rows.length, onEnd]);
  const before = (items[0]?.start ?? offset) - offset;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? offset) + offset;
  const sortBy = (column: Column<Row>) => onSort?.(sort === column.sort ? `-${column.sort}` : (column.sort ?? ''));
  return (
    <table ref={table} className="data-table" aria-label={label} aria-rowcount={total + 1}>
      <colgroup>
        {columns.map(({ id, width }) => (
          <col key={id} style={{ width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.id}
              scope="col"
              className={column.right ? 'number' : undefined}
              aria-sort={directionOf(column.sort, sort)}
            >
              {column.sort && onSort ? (
                <button type="button" className="plain" onClick={() => sortBy(column)}>
                  {column.title}
                  {signOf(column.sort, sort)}
                </button>
              ) : (
                column.title
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <Spacer height={before} columns={columns.length} />
        {items.map(({ index }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const key = keyOf(row);
          return (
            <TableRow
              key={key}
              row={row}
              index={index}
              columns={columns as readonly Column<unknown>[]}
              isSelected={key === selected}
              onOpen={onOpen as ((row: unknown) => void) | undefined}
            />
          );
        })}
        <Spacer height={after} columns={columns.length} />
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly row: unknown;
  readonly index: number;
  readonly columns: readonly Column<unknown>[];
  readonly isSelected: boolean;
  readonly onOpen?: (row: unknown) => void;
}

/** Drawn again only when it changed, so that scrolling draws the rows that come into sight and no others. */
const TableRow = memo(function TableRow({ row, index, columns, isSelected, onOpen }: RowProps) {
  return (
    <tr
      aria-rowindex={index + 2}
      className={classOf(isSelected, onOpen !== undefined)}
      onClick={onOpen && (() => onOpen(row))}
    >
      {columns.map((column) => (
        <td key={column.id} className={column.right ? 'number' : undefined}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
});

const classOf = (selected: boolean, opens: boolean): string =>
  [selected && 'selected', opens && 'opens'].filter(Boolean).join(' ');

const Spacer = ({ height, columns }: { height: number; columns: number }) =>
  height > 0 ? (
    <tr className="spacer">
      <td colSpan={columns} style={{ height }} />
    </tr>
  ) : null;

function directionOf(column: string | undefined, sort: string | undefined) {
  if (!column || !sort) return undefined;
  if (sort === column) return 'ascending';
  return sort === `-${column}` ? 'descending' : undefined;
}

function signOf(column: string, sort: string | undefined): string {
  const direction = directionOf(column, sort);
  if (!direction) return '';
  return direction === 'ascending' ? ' ↑' : ' ↓';
}
