import { Columns3, Copy } from 'lucide-react';
import { plural } from '../../core/format.ts';
import { blockOf } from './block-of.ts';
import type { Column } from './column.ts';
import { Menu, MenuCheck, MenuItem } from './menu.tsx';
import { say } from './say.ts';

/** Cells for a spreadsheet, on the clipboard. */
export const copyRows = <Row,>(columns: readonly Column<Row>[], rows: readonly Row[]): Promise<void> =>
  navigator.clipboard.writeText(blockOf(columns, rows)).then(
    () => say(`Copied ${plural(rows.length, 'row')}`),
    () => say('The browser did not allow copying'),
  );

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
    <Menu
      label={
        <>
          <Columns3 /> Columns
        </>
      }
    >
      {all.map(({ id, title }) => (
        <MenuCheck
          key={id}
          checked={!hidden.includes(id)}
          disabled={shown.length === 1 && !hidden.includes(id)}
          onToggle={() => onToggle(id)}
        >
          {title === '#' ? 'Number' : title}
        </MenuCheck>
      ))}
      <hr />
      <MenuItem onChoose={() => copyRows(shown, rows)}>
        <Copy /> Copy {plural(rows.length, 'row')} as a table
      </MenuItem>
    </Menu>
  );
}
