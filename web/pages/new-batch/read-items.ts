import { parseJson } from '../../../core/json.ts';
import { readTable } from '../../parts/read-table.ts';

export interface ReadItems {
  readonly items?: readonly unknown[];
  readonly problem?: string;
}

/** Items as JSON, or as a table with a header: commas, semicolons or tabs. */
export function readItems(text: string): ReadItems {
  const trimmed = text.trim();
  if (trimmed === '') return {};
  if (/^[[{]/.test(trimmed)) return fromJson(trimmed);
  const [header = [], ...rows] = readTable(trimmed);
  if (header.length < 2 && rows.length === 0)
    return { problem: 'This is neither a JSON array nor a table with a header.' };
  return {
    items: rows.map((cells) =>
      Object.fromEntries(header.map((name, index) => [name.trim(), cellValue(cells[index] ?? '')])),
    ),
  };
}

function fromJson(text: string): ReadItems {
  const value = parseJson(text);
  if (value === undefined) return { problem: 'This is not JSON. Look for a comma or a bracket too many.' };
  if (!Array.isArray(value)) return { problem: 'The items must be an array: [ { … }, { … } ].' };
  if (value.length === 0) return { problem: 'The array is empty.' };
  return { items: value };
}

/** Cells are text, unless they can only be meant as numbers or as true and false. */
function cellValue(cell: string): unknown {
  if (/^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(cell)) return Number(cell);
  return cell === 'true' ? true : cell === 'false' ? false : cell;
}
