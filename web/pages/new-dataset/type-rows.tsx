import { type ClipboardEvent, useState } from 'react';
import { plural } from '../../../core/format.ts';
import { readTable } from '../../parts/read-table.ts';
import { filledRows, pasteInto, toCsv } from './cells.ts';

const EMPTY = [
  ['question', 'expected'],
  ['', ''],
  ['', ''],
  ['', ''],
];

/** A small table to type into; a block of cells copied from a spreadsheet can be pasted anywhere in it. */
export function TypeRows({ onFile }: { readonly onFile: (file: File) => void }) {
  const [cells, setCells] = useState<readonly (readonly string[])[]>(EMPTY);
  const set = (row: number, column: number, text: string) =>
    setCells(
      cells.map((line, at) => (at === row ? line.map((cell, index) => (index === column ? text : cell)) : line)),
    );
  const paste = (row: number, column: number) => (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    if (!/[\t\n]/.test(text)) return;
    event.preventDefault();
    setCells(pasteInto(cells, row, column, readTable(text)));
  };
  const rows = filledRows(cells);
  const lines = cells.map((line, row) => ({ row, line: line.map((text, column) => ({ column, text })) }));
  return (
    <section className="stack" aria-label="Or type rows">
      <h2>Or type rows, or paste them from a spreadsheet</h2>
      <div className="scroll-x">
        <table className="grid-cells">
          <tbody>
            {lines.map(({ row, line }) => (
              <tr key={row}>
                {line.map(({ column, text }) => (
                  <td key={column}>
                    <input
                      aria-label={row === 0 ? `Name of column ${column + 1}` : `Row ${row}, column ${column + 1}`}
                      value={text}
                      onChange={(event) => set(row, column, event.target.value)}
                      onPaste={paste(row, column)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="line">
        <button type="button" onClick={() => setCells([...cells, cells[0]?.map(() => '') ?? []])}>
          Add a row
        </button>
        <button type="button" onClick={() => setCells(cells.map((line) => [...line, '']))}>
          Add a column
        </button>
        <button
          type="button"
          className="primary"
          disabled={rows === 0}
          onClick={() => onFile(new File([toCsv(cells)], 'typed-rows.csv', { type: 'text/csv' }))}
        >
          {rows === 0 ? 'Take the rows' : `Take ${plural(rows, 'row')}`}
        </button>
      </div>
    </section>
  );
}
