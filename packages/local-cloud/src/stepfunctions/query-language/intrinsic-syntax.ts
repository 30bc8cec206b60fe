import { Cursor } from './cursor.ts';
import { type JsonPath, readJsonPath } from './json-path-syntax.ts';

/** A call of an intrinsic function: `States.Format('{} of {}', $.index, 3)`. */
export interface IntrinsicCall {
  readonly kind: 'call';
  /** As written, for errors. */
  readonly text: string;
  /** Without `States.` */
  readonly name: string;
  readonly arguments: readonly Argument[];
}

export type Argument =
  | IntrinsicCall
  | { readonly kind: 'path'; readonly path: JsonPath }
  | { readonly kind: 'constant'; readonly value: number | boolean | null }
  /** `raw` still has its escapes: in the template of States.Format they tell `\{}` from a place to fill. */
  | { readonly kind: 'text'; readonly raw: string };

/** How many arguments each function takes. */
const ARGUMENTS: Readonly<Record<string, { readonly least: number; readonly most: number }>> = {
  Array: { least: 0, most: Number.POSITIVE_INFINITY },
  ArrayContains: { least: 2, most: 2 },
  ArrayGetItem: { least: 2, most: 2 },
  ArrayLength: { least: 1, most: 1 },
  ArrayPartition: { least: 2, most: 2 },
  ArrayRange: { least: 3, most: 3 },
  ArrayUnique: { least: 1, most: 1 },
  Base64Decode: { least: 1, most: 1 },
  Base64Encode: { least: 1, most: 1 },
  Format: { least: 1, most: Number.POSITIVE_INFINITY },
  Hash: { least: 2, most: 2 },
  JsonMerge: { least: 3, most: 3 },
  JsonToString: { least: 1, most: 1 },
  MathAdd: { least: 2, most: 2 },
  MathRandom: { least: 2, most: 3 },
  StringSplit: { least: 2, most: 2 },
  StringToJson: { least: 1, most: 1 },
  UUID: { least: 0, most: 0 },
};

/** "Up to ten nested intrinsic functions in a field." */
const DEEPEST = 10;

const NAME = /States\.(\w+)\(\s*/y;
const CALL_AHEAD = /(?=States\.)/y;
const PATH_AHEAD = /(?=\$)/y;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /(?:true|false|null)\b/y;
/** A backslash may stand before ' { } and \ only. */
const TEXT = /'((?:[^'\\]|\\['{}\\])*)'/y;
const NEXT = /\s*,\s*/y;
const END = /\s*\)/y;

export function parseIntrinsic(text: string): IntrinsicCall {
  const cursor = new Cursor(text);
  const call = readCall(cursor, 1);
  if (!cursor.done) cursor.fail('the end of the call');
  return call;
}

function readCall(cursor: Cursor, depth: number): IntrinsicCall {
  const start = cursor.at;
  const name = cursor.expect(NAME, 'States. and the name of a function')[1] as string;
  const count = Object.hasOwn(ARGUMENTS, name) ? ARGUMENTS[name] : undefined;
  if (!count) cursor.fail(`one of ${Object.keys(ARGUMENTS).join(', ')}`);
  if (depth > DEEPEST) cursor.fail(`at most ${DEEPEST} functions in each other`);
  const args: Argument[] = [];
  if (!cursor.take(END)) {
    do args.push(readArgument(cursor, depth));
    while (cursor.take(NEXT));
    cursor.expect(END, ')');
  }
  if (args.length < count.least || args.length > count.most) cursor.fail(`another number of arguments for ${name}`);
  return { kind: 'call', text: cursor.text.slice(start, cursor.at), name, arguments: args };
}

function readArgument(cursor: Cursor, depth: number): Argument {
  if (cursor.take(CALL_AHEAD)) return readCall(cursor, depth + 1);
  if (cursor.take(PATH_AHEAD)) return { kind: 'path', path: readJsonPath(cursor) };
  const text = cursor.take(TEXT);
  if (text) return { kind: 'text', raw: text[1] as string };
  const constant = cursor.take(NUMBER) ?? cursor.take(WORD);
  if (!constant) cursor.fail("a path, a number, a text in ' or a function");
  return { kind: 'constant', value: JSON.parse(constant[0]) };
}
