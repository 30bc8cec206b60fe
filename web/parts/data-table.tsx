import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type MouseEvent, memo, useEffect, useMemo, useRef } from 'react';
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
  /** Rows that are selected to be copied, and what selects one more or all up to it. */
  readonly picked?: ReadonlySet<string>;
  readonly onPick?: (row: Row, isRange: boolean) => void;
  /** On a phone a row has two lines: the second and third column above the first and the fourth. */
  readonly cards?: boolean;
  /** Whether the pointer is on the table. */
  readonly onPointed?: (isPointedAt: boolean) => void;
  /** In pixels, where it is not that of a line of text. */
  readonly rowHeight?: number;
  readonly rowClass?: (row: Row) => string | undefined;
}

const ROW_HEIGHT = 37;
const CARD_HEIGHT = 60;
const OVERSCAN = 8;
/** So many rows before the last one, more are asked for: about as many as pass while they come. */
const AHEAD = 100;

/** Thousands of rows of one height, of which only those in sight are in the page. */
export function DataTable<Row>(props: Props<Row>) {
  const { label, rows, keyOf, total = rows.length, sort, onSort, widths, onWidth, selected, onOpen, onEnd } = props;
  const { rowHeight = ROW_HEIGHT, rowClass, picked, onPick } = props;
  const room = useRoom();
  const isCards = props.cards === true && room === 'little';
  const columns = useMemo(() => props.columns.filter(({ wide }) => fits(wide, room)), [props.columns, room]);
  const table = useRef<HTMLTableElement>(null);
  const offset = useOffset(table);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (isCards ? CARD_HEIGHT : rowHeight),
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
  const head = useRef<HTMLTableSectionElement>(null);
  const shape = useMemo(() => shapeOf(columns, widths), [columns, widths]);
  return (
    <table
      ref={table}
      className={isCards ? 'data-table cards' : 'data-table'}
      style={isCards ? undefined : ({ ...shape, '--row-height': `${rowHeight}px` } as CSSProperties)}
      aria-label={label}
      aria-rowcount={total + 1}
      onMouseEnter={() => props.onPointed?.(true)}
      onMouseLeave={() => props.onPointed?.(false)}
    >
      <thead ref={head}>
        <tr>
          {columns.map((column) => (
            <ColumnHead key={column.id} column={column} sort={sort} onSort={onSort} onWidth={onWidth} />
          ))}
        </tr>
      </thead>
      {/* The head stays in sight while the page scrolls, so it cannot be inside of what scrolls across, and follows it. */}
      <tbody
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without it nobody could scroll it without a pointer
        tabIndex={0}
        onScroll={({ currentTarget: { scrollLeft } }) => head.current?.scrollTo({ left: scrollLeft })}
      >
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
              isPicked={picked?.has(key)}
              onPick={onPick as ((row: unknown, isRange: boolean) => void) | undefined}
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
  readonly isPicked?: boolean;
  readonly onPick?: (row: unknown, isRange: boolean) => void;
  readonly onOpen?: (row: unknown) => void;
}

/** Drawn again only when it changed, so that scrolling draws the rows that come into sight and no others. */
const TableRow = memo(function TableRow(props: RowProps) {
  const { row, index, columns, isSelected, className, isPicked = false, onPick, onOpen } = props;
  const click = (event: MouseEvent) => {
    if (onPick && (event.shiftKey || event.metaKey || event.ctrlKey)) onPick(row, event.shiftKey);
    else onOpen?.(row);
  };
  return (
    <tr
      aria-rowindex={index + 2}
      aria-selected={isPicked || undefined}
      className={[(isSelected || isPicked) && 'selected', onOpen && 'opens', className].filter(Boolean).join(' ')}
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onClick={onOpen && click}
    >
      {columns.map((column, at) => (
        <td key={column.id} className={column.right ? 'number' : undefined}>
          {at === 0 && onPick && (
            <input
              type="checkbox"
              aria-label={`Select row ${index + 1}`}
              checked={isPicked}
              onClick={(event) => event.stopPropagation()}
              onChange={({ nativeEvent }) =>
                onPick(row, nativeEvent instanceof globalThis.MouseEvent && nativeEvent.shiftKey)
              }
            />
          )}
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
});

const LEAST_WIDTH = 140;

/** The tracks of every line, and the width below which they are scrolled across. */
function shapeOf(columns: readonly Column<never>[], widths: Props<never>['widths'] = {}): CSSProperties {
  const tracks = columns.map(({ id, width = '' }) => {
    const fixed = widths[id] ?? (width.endsWith('px') ? Number.parseFloat(width) : undefined);
    // What is given in percent takes so much less of what is left than columns without a width.
    const part = width.endsWith('%') ? Number.parseFloat(width) / 30 : 1;
    return { least: fixed ?? LEAST_WIDTH, track: fixed ? `${fixed}px` : `minmax(${LEAST_WIDTH}px, ${part}fr)` };
  });
  return {
    '--tracks': tracks.map(({ track }) => track).join(' '),
    '--least': `${tracks.reduce((sum, { least }) => sum + least, 0)}px`,
  } as CSSProperties;
}

const fits = (wide: Column<never>['wide'], room: Room): boolean =>
  !wide || room === 'much' || (wide === true && room === 'some');

const Spacer = ({ height, columns }: { height: number; columns: number }) =>
  height > 0 ? (
    <tr className="spacer">
      <td colSpan={columns} style={{ height }} />
    </tr>
  ) : null;
