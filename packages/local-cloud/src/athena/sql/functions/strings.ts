import { QueryError } from '../query-error.ts';
import { stringValue } from '../syntax-tree.ts';
import { expression, same, type TrinoFunction, variadic } from './function.ts';

/** Hashes and encodings take bytes: for text Trino wants `to_utf8` around it. */
const bytes = (name: string, duckName: string): TrinoFunction =>
  expression(1, ([value], _nodes, call) => `${duckName}(${call.macro('trino_bytes')}('${name}', ${value}))`);
const hash = (name: string): TrinoFunction =>
  expression(1, ([value], _nodes, call) => `unhex(${name}(${call.macro('trino_bytes')}('${name}', ${value})))`);

const pad = (name: 'lpad' | 'rpad'): TrinoFunction =>
  expression(
    3,
    ([text, length, by], _nodes, call) => `${name}(${text}, ${call.macro('trino_pad_length')}(${length}), ${by})`,
  );

const part = expression([2, 3], ([text, from, length]) =>
  length ? `trino_part(${text}, ${from}, ${length})` : `trino_from(${text}, ${from})`,
);

/** What Java calls white space. DuckDB leaves line breaks and takes no-break spaces. */
const WHITE_SPACE = `'\t\n\v\f\r\x1c\x1d\x1e\x1f \u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u2009\u200a\u2028\u2029\u205f\u3000'`;

export const trimmed = (name: 'trim' | 'ltrim' | 'rtrim', text: string, characters = WHITE_SPACE): string =>
  `${name}(${text}, ${characters})`;

const trim = (name: 'ltrim' | 'rtrim'): TrinoFunction =>
  expression([1, 2], ([text = '', characters]) => trimmed(name, text, characters));

export const STRING_FUNCTIONS: Readonly<Record<string, TrinoFunction>> = {
  lower: same('lower', 1),
  upper: same('upper', 1),
  // Of text its characters, of bytes their number.
  length: expression(1, ([value], _nodes, call) => `${call.macro('trino_length')}(${value})`),
  substr: part,
  substring: part,
  ltrim: trim('ltrim'),
  rtrim: trim('rtrim'),
  replace: expression([2, 3], ([text, search, by = "''"], nodes) =>
    // To split and join takes DuckDB less than half the time.
    nodes[1] && stringValue(nodes[1].node)
      ? `array_to_string(string_split(${text}, ${search}), ${by})`
      : `replace(${text}, ${search}, ${by})`,
  ),
  reverse: expression(1, ([value], [node], call) =>
    node && call.typeOf(node.node) === 'array' ? `list_reverse(${value})` : `reverse(${value})`,
  ),
  lpad: pad('lpad'),
  rpad: pad('rpad'),
  strpos: expression([2, 3], ([text, part, instance]) =>
    instance ? `trino_strpos(${text}, ${part}, ${instance})` : `strpos(${text}, ${part})`,
  ),
  starts_with: same('starts_with', 2),
  // NULL in, NULL out: DuckDB's concat would skip it.
  concat: { arity: [2, 127], render: (args) => `(${args.map((one) => one.sql).join(' || ')})` },
  concat_ws: {
    arity: [2, 127],
    render: ([by, first, ...others], call) =>
      first && others.length === 0 && call.typeOf(first.node) === 'array'
        ? `array_to_string(${first.sql}, ${by?.sql})`
        : `concat_ws(${[by, first, ...others].map((one) => one?.sql).join(', ')})`,
  },
  chr: same('chr', 1),
  // With a limit the last part is all that is left.
  split: expression([2, 3], ([text, by, limit], nodes) => {
    if (nodes[1] && stringValue(nodes[1].node) === '') {
      throw new QueryError('INVALID_FUNCTION_ARGUMENT', 'The delimiter may not be the empty string', nodes[1].node);
    }
    return limit
      ? `list_concat(string_split(${text}, ${by})[1:${limit} - 1], CASE WHEN len(string_split(${text}, ${by})) >= ${limit} THEN [array_to_string(string_split(${text}, ${by})[${limit}:], ${by})] ELSE [] END)`
      : `string_split(${text}, ${by})`;
  }),
  split_part: expression(
    3,
    ([text, by, index], _nodes, call) => `${call.macro('trino_split_part')}(${text}, ${by}, ${index})`,
  ),
  format: variadic('printf', 1),
  to_utf8: same('encode', 1),
  from_utf8: same('decode', 1),
  to_hex: bytes('to_hex', 'hex'),
  from_hex: same('unhex', 1),
  to_base64: bytes('to_base64', 'to_base64'),
  from_base64: same('from_base64', 1),
  md5: hash('md5'),
  sha1: hash('sha1'),
  sha256: hash('sha256'),
  uuid: same('uuid', 0),
};
