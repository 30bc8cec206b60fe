import { RollcallError } from '../../contracts/errors.ts';

/** What is wrong with a file or with the options of its import, and where. */
export class DatasetError extends RollcallError {
  /** Counted from 1, as an editor shows it; of the rows given directly, the row's number. */
  readonly line?: number;
  /** Name of the column. */
  readonly column?: string;

  constructor(message: string, where: { line?: number; column?: string } = {}, options?: ErrorOptions) {
    super('InvalidDataset', message, options);
    this.line = where.line;
    this.column = where.column;
  }
}

/** An error that belongs to one line names it first. */
export const atLine = (line: number, message: string, column?: string): DatasetError =>
  new DatasetError(`Line ${line}${column === undefined ? '' : `, column ${quote(column)}`}: ${message}`, {
    line,
    column,
  });

/** Names in messages, cut where they are absurdly long. */
export const quote = (name: string): string => JSON.stringify(name.length > 60 ? `${name.slice(0, 57)}…` : name);

export const quoteAll = (names: readonly string[]): string =>
  names.length <= 12
    ? names.map(quote).join(', ')
    : `${names.slice(0, 12).map(quote).join(', ')} and ${names.length - 12} more`;
