import { compileMapping, folded, jsonataName } from '../../../core/dataset/map-columns.ts';
import { isObject } from '../../../core/json.ts';

/** A field of what is sent, and the part of the row that feeds it: `input.question`, or '' for none. */
export interface FieldPair {
  readonly field: string;
  readonly from: string;
}

/** What a row offers, as JSONata names it. */
export function sourcesOf(root: Readonly<Record<string, unknown>> | undefined): string[] {
  if (!root) return [];
  const below = (part: string) =>
    isObject(root[part]) ? Object.keys(root[part]).map((name) => `${part}.${jsonataName(name)}`) : [part];
  return [
    ...below('input'),
    ...(root.metadata === undefined ? [] : below('metadata')),
    ...(root.expected === undefined ? [] : ['expected']),
    'sample_id',
    'row_index',
  ];
}

/** Fields with the columns of the same name, whatever their case and blanks. Without fields the row's own are taken. */
export function autoMap(root: Readonly<Record<string, unknown>> | undefined, fields: readonly string[]): FieldPair[] {
  const columns = isObject(root?.input) ? Object.keys(root.input) : [];
  const wanted = fields.length > 0 ? fields : columns;
  const { pairs } = compileMapping({ columns: distinct(columns), fields: [...wanted] });
  return wanted.map((field) => {
    const column = pairs.find((pair) => pair.field === field)?.column;
    return { field, from: column === undefined ? '' : `input.${jsonataName(column)}` };
  });
}

/** Of columns whose names differ in case and blanks only, the first: nobody has to say which before they can choose. */
const distinct = (columns: readonly string[]): string[] => [
  ...new Map(columns.toReversed().map((name) => [folded(name), name])).values(),
];

/** One field a line, as `rollcall dataset import --map` writes it. */
export function toExpression(pairs: readonly FieldPair[]): string {
  const lines = pairs
    .filter(({ field, from }) => field && from)
    .map(({ field, from }) => `  ${JSON.stringify(field)}: ${from}`);
  return lines.length === 0 ? '' : `{\n${lines.join(',\n')}\n}`;
}

/** The pairs of an expression that is no more than that; undefined where it is something else. */
export function fromExpression(expression: string): FieldPair[] | undefined {
  const text = expression.trim();
  if (text === '') return [];
  const inside = /^\{([\s\S]*)\}$/.exec(text)?.[1];
  if (inside === undefined) return undefined;
  const pairs = inside
    .split(/,\s*\n|\n/)
    .map((line) => line.trim().replace(/,$/, ''))
    .filter(Boolean)
    .map((line) => {
      const [, field, from] =
        /^("(?:[^"\\]|\\.)*")\s*:\s*((?:input|metadata)\.(?:\w+|`[^`]+`|\$lookup\("(?:[^"\\]|\\.)*"\))|input|metadata|expected|sample_id|row_index)$/.exec(
          line,
        ) ?? [];
      return field && from ? { field: JSON.parse(field) as string, from } : undefined;
    });
  return pairs.every((pair) => pair !== undefined) ? pairs : undefined;
}
