import { plural } from '../../core/format.ts';
import type { Column } from './column.ts';
import { CopyButton } from './copy-button.tsx';
import { Menu } from './menu.tsx';

interface Props<Row> {
  readonly all: readonly Column<Row>[];
  readonly hidden: readonly string[];
  readonly onToggle: (id: string) => void;
  /** Those that are here. */
  readonly rows: readonly Row[];
}

/** Which columns the table has, and what it shows as a block of cells for a spreadsheet. */
export function TableMenu<Row>({ all, hidden, onToggle, rows }: Props<Row>) {
  const shown = all.filter(({ id }) => !hidden.includes(id));
  return (
    <Menu label="Columns">
      {all.map(({ id, title }) => (
        <label key={id} className="check">
          <input
            type="checkbox"
            checked={!hidden.includes(id)}
            disabled={shown.length === 1 && !hidden.includes(id)}
            onChange={() => onToggle(id)}
          />
          {title === '#' ? 'Number' : title}
        </label>
      ))}
      <CopyButton text={() => blockOf(shown, rows)}>{`Copy ${plural(rows.length, 'row')} as a table`}</CopyButton>
    </Menu>
  );
}

/** Cells divided by tabs, as spreadsheets paste them. */
export function blockOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const line = (cells: readonly string[]) =>
    cells.map((cell) => (/[\t\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t');
  const texts = columns.filter((column) => column.text);
  return [
    line(texts.map(({ title }) => title)),
    ...rows.map((row) => line(texts.map((column) => column.text?.(row) ?? ''))),
  ].join('\n');
}
