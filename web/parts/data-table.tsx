import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, memo, useEffect, useMemo, useRef } from 'react';
import type { Column } from './column.ts';
import { ColumnHead } from './column-head.tsx';
import './data-table.css';
import { useOffset } from './use-offset.ts';
import { type Room, useRoom } from './use-room.ts';

interface Props<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Rows there are altogether, those that are not here yet included. */
  readonly total?: number;
  readonly sort?: string;
  readonly onSort?: (sort: string) => void;
  /** Widths people have given to columns, in pixels. */
  readonly widths?: Readonly<Record<string, number>>;
  readonly onWidth?: (id: string, width: number | undefined) => void;
  readonly selected?: string;
  readonly onOpen?: (row: Row) => void;
  /** The last rows are near: get more. */
  readonly onEnd?: () => void;
  /** Whether the pointer is on the table. */
  readonly onPointed?: (isPointedAt: boolean) => void;
  /** In pixels, where it is not that of a line of text. */
  readonly rowHeight?: number;
  readonly rowClass?: (row: Row) => string | undefined;
}

const ROW_HEIGHT = 37;
const OVERSCAN = 8;
/** So many rows before the last one, more are asked for: about as many as pass while they come. */
const AHEAD = 100;

/** Thousands of rows of one height, of which only those in sight are in the page. */
export function DataTable<Row>(props: Props<Row>) {
  const { label, rows, keyOf, total = rows.length, sort, onSort, widths, onWidth, selected, onOpen, onEnd } = props;
  const { rowHeight = ROW_HEIGHT, rowClass } = props;
  const room = useRoom();
  const columns = useMemo(() => props.columns.filter(({ wide }) => fits(wide, room)), [props.columns, room]);
  const table = useRef<HTMLTableElement>(null);
  const offset = useOffset(table);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollMargin: offset,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - AHEAD) onEnd?.();
  }, [last, rows.length, onEnd]);
  const before = (items[0]?.start ?? offset) - offset;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? offset) + offset;
  // Who walks by keyboard sees where.
  const at = selected === undefined ? -1 : rows.findIndex((row) => keyOf(row) === selected);
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' });
  }, [at, virtual]);
  return (
    <table
      ref={table}
      className="data-table"
      style={{ '--row-height': `${rowHeight}px` } as CSSProperties}
      aria-label={label}
      aria-rowcount={total + 1}
      onMouseEnter={() => props.onPointed?.(true)}
      onMouseLeave={() => props.onPointed?.(false)}
    >
      <colgroup>
        {columns.map(({ id, width }) => (
          <col key={id} style={{ width: widths?.[id] ?? width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map((column) => (
            <ColumnHead key={column.id} column={column} sort={sort} onSort={onSort} onWidth={onWidth} />
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
              className={rowClass?.(row)}
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
  readonly className?: string;
  readonly onOpen?: (row: unknown) => void;
}

/** Drawn again only when it changed, so that scrolling draws the rows that come into sight and no others. */
const TableRow = memo(function TableRow({ row, index, columns, isSelected, className, onOpen }: RowProps) {
  return (
    <tr
      aria-rowindex={index + 2}
      className={[isSelected && 'selected', onOpen && 'opens', className].filter(Boolean).join(' ')}
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

const fits = (wide: Column<never>['wide'], room: Room): boolean =>
  !wide || room === 'much' || (wide === true && room === 'some');

const Spacer = ({ height, columns }: { height: number; columns: number }) =>
  height > 0 ? (
    <tr className="spacer">
      <td colSpan={columns} style={{ height }} />
    </tr>
  ) : null;
