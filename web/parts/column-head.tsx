import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { Column } from './column.ts';
import { Sign } from './sign.tsx';

interface Props {
  readonly column: Pick<Column<never>, 'id' | 'title' | 'right' | 'sort' | 'largestFirst'>;
  readonly sort?: string;
  readonly onSort?: (sort: string) => void;
  /** Undefined: back to the width it had at first. */
  readonly onWidth?: (id: string, width: number | undefined) => void;
}

const NARROWEST = 40;
const STEP = 16;

/** The name of a column: sorts by it, and its right edge can be drawn, or moved by the arrow keys. */
export function ColumnHead({ column, sort, onSort, onWidth }: Props) {
  const { id, title, right } = column;
  const head = useRef<HTMLTableCellElement>(null);
  const direction = directionOf(column.sort, sort);
  const widthNow = () => head.current?.offsetWidth ?? NARROWEST;
  const [first = '', second = ''] = column.largestFirst
    ? [`-${column.sort}`, column.sort]
    : [column.sort, `-${column.sort}`];
  const draw = (event: PointerEvent<HTMLSpanElement>) => {
    event.preventDefault();
    const grip = event.currentTarget;
    const [from, before] = [event.clientX, widthNow()];
    grip.setPointerCapture(event.pointerId);
    const move = ({ clientX }: globalThis.PointerEvent) =>
      onWidth?.(id, Math.max(NARROWEST, Math.round(before + clientX - from)));
    grip.addEventListener('pointermove', move);
    grip.addEventListener('lostpointercapture', () => grip.removeEventListener('pointermove', move), { once: true });
  };
  const press = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') onWidth?.(id, Math.max(NARROWEST, widthNow() - STEP));
    if (key === 'ArrowRight') onWidth?.(id, widthNow() + STEP);
  };
  return (
    <th ref={head} scope="col" className={right ? 'number' : undefined} aria-sort={direction}>
      {column.sort && onSort ? (
        <button type="button" className="plain" onClick={() => onSort(sort === first ? second : first)}>
          {title}
          {direction && <Sign shape={direction === 'ascending' ? 'up' : 'down'} />}
        </button>
      ) : (
        title
      )}
      {onWidth && (
        // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved is no <hr>
        <span
          className="grip"
          role="separator"
          aria-orientation="vertical"
          aria-label={`Width of ${title}`}
          aria-valuenow={head.current?.offsetWidth ?? 0}
          tabIndex={0}
          onPointerDown={draw}
          onKeyDown={press}
          onDoubleClick={() => onWidth(id, undefined)}
        />
      )}
    </th>
  );
}

function directionOf(column: string | undefined, sort: string | undefined) {
  if (!column || !sort) return undefined;
  if (sort === column) return 'ascending';
  return sort === `-${column}` ? 'descending' : undefined;
}
