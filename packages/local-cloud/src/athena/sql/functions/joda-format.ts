import { QueryError } from '../query-error.ts';
import { type Argument, literal } from './function.ts';

/** Letters of Joda's patterns, which format_datetime and parse_datetime use, as strftime has them. */
const LETTERS: Readonly<Record<string, string>> = {
  yyyy: '%Y',
  YYYY: '%Y',
  y: '%-Y',
  yy: '%y',
  MMMM: '%B',
  MMM: '%b',
  MM: '%m',
  M: '%-m',
  dd: '%d',
  d: '%-d',
  DDD: '%j',
  HH: '%H',
  H: '%-H',
  hh: '%I',
  h: '%-I',
  mm: '%M',
  m: '%-M',
  ss: '%S',
  s: '%-S',
  SSS: '%g',
  SSSSSS: '%f',
  EEEE: '%A',
  EEE: '%a',
  E: '%a',
  a: '%p',
};

const PIECES = /'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']+/g;

interface Piece {
  /** What strftime takes; an offset from UTC is none of it. */
  readonly format?: string;
  readonly offset?: 'Z' | 'ZZ';
}

function piecesOf(pattern: string, argument: Argument | undefined): Piece[] {
  return [...pattern.matchAll(PIECES)].map(([whole, quoted, letter]) => {
    if (quoted !== undefined)
      return { format: (quoted === '' ? "'" : quoted.replaceAll("''", "'")).replaceAll('%', '%%') };
    if (letter === undefined) return { format: whole.replaceAll('%', '%%') };
    if (whole === 'Z' || whole === 'ZZ') return { offset: whole };
    const format = LETTERS[whole];
    if (format) return { format };
    throw new QueryError(
      'NOT_SUPPORTED',
      `${whole} is not supported in a date format by the local cloud`,
      argument?.node,
    );
  });
}

/** An expression for the text of a time by such a pattern. */
export function jodaFormat(
  pattern: string,
  local: string,
  offset: () => string,
  argument: Argument | undefined,
): string {
  const texts = piecesOf(pattern, argument).map((piece) => {
    if (piece.offset === 'ZZ') return offset();
    if (piece.offset === 'Z') return `replace(${offset()}, ':', '')`;
    return `strftime(${local}, ${literal(piece.format ?? '')})`;
  });
  return texts.length > 0 ? `(${texts.join(' || ')})` : "''";
}

/** The pattern as strptime reads it. */
export function jodaPattern(pattern: string, argument: Argument | undefined): string {
  return piecesOf(pattern, argument)
    .map(({ format }) => {
      if (format !== undefined) return format;
      throw new QueryError('NOT_SUPPORTED', 'An offset is not read from text by the local cloud', argument?.node);
    })
    .join('');
}
