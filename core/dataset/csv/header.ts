import { DatasetError, quote } from '../dataset-error.ts';

/** The names of a table's columns: trimmed, none blank, all different. */
export function columnNames(cells: readonly string[], line: number): string[] {
  const names = cells.map((cell) => cell.trim());
  const blank = names.indexOf('');
  if (blank >= 0) {
    throw new DatasetError(
      `Line ${line}: column ${blank + 1} of ${names.length} has no name. Name it in the header, or remove the column.`,
      { line },
    );
  }
  const places = new Map<string, number>();
  for (const [index, name] of names.entries()) {
    const first = places.get(name);
    if (first !== undefined) {
      throw new DatasetError(
        `Line ${line}: columns ${first + 1} and ${index + 1} are both named ${quote(name)}. Names must differ.`,
        { line, column: name },
      );
    }
    places.set(name, index);
  }
  return names;
}
