import fc from 'fast-check';

/** What an escape would give: code made of a text, or a function of a row, and nothing else. */
export const ESCAPED = /escaped|forged|native code/;
const CODE = "return 'esc' + 'aped'";

/** What a function that a row forged would do. */
const FORGED = {
  type: 'binary',
  value: '&',
  lhs: { type: 'string', value: 'for' },
  rhs: { type: 'string', value: 'ged' },
};

/** What objects and functions of JavaScript have of their own, and what JSONata marks its own with. */
const KEYS =
  '__proto__ constructor prototype __defineGetter__ __lookupGetter__ valueOf hasOwnProperty call bind caller then push sequence tupleStream outerWrapper environment implementation _jsonata_lambda'.split(
    ' ',
  );

/** Ways to read a member. */
const READERS: readonly ((key: string) => string)[] = [
  (key) => `$.\`${key}\``,
  (key) => `input.text.\`${key}\``,
  (key) => `input.items.\`${key}\``,
  (key) => `$lookup($, "${key}")`,
  (key) => `$lookup($sum, "${key}")`,
  (key) => `$lookup(($map.*)[1], "${key}")`,
  (key) => `$sum.\`${key}\``,
  (key) => `($string.*).\`${key}\``,
  (key) => `(function($x){$x}).\`${key}\``,
  (key) => `(/a/).\`${key}\``,
  (key) => `$match("a", /a/).next.\`${key}\``,
  (key) => `$each($, function($v, $k){ $k = "${key}" ? $v })`,
  (key) => `$sift(input, function($v, $k){ $k = "${key}" })`,
  (key) => `$spread($sum).\`${key}\``,
  (key) => `$merge([$, {"${key}": 1}]).\`${key}\``,
  (key) => `($ ~> |$|{"${key}": input}|).\`${key}\``,
  (key) => `$$.input@$o.{"${key}": $o}.\`${key}\``,
  (key) => `input.items#$${/^\w+$/.test(key) ? key : 'i'}.$`,
];

/** What is done with what was read. */
const CALLS: readonly ((found: string) => string)[] = [
  (found) => found,
  (found) => `(${found})("${CODE}")()`,
  (found) => `($c := ${found}; $d := $c.constructor; $d("${CODE}")())`,
];

const BUILT_INS =
  'sum count max min average string substring substringBefore substringAfter lowercase uppercase length trim pad match contains replace split join formatNumber formatBase formatInteger parseInteger number floor ceil round abs sqrt power random boolean not map zip filter single reduce sift keys lookup append exists spread merge reverse each error assert type sort shuffle distinct base64encode base64decode encodeUrlComponent encodeUrl decodeUrlComponent decodeUrl eval toMillis fromMillis clone now millis'.split(
    ' ',
  );

const OF_BUILT_INS: readonly ((name: string) => string)[] = [
  (name) => `($spread($${name}).implementation)("${CODE}")`,
  (name) => `($p := $${name}(?); $q := $p(?); $q("${CODE}", "constructor"))`,
  (name) => `$map(["constructor", "__proto__", "${CODE}"], $${name})`,
  (name) => `$${name}(input.call, "constructor")`,
  (name) => `($f := $${name} ~> $lookup("constructor"); $f("${CODE}"))`,
];

const OTHERS = [
  `($g := input.($lookup($,"__lookupGetter__")("__proto__")); $i := ($map.*)[1]; $p := $i.($g()); $c := $lookup($p,"constructor"); $f := $c("${CODE}"); $f())`,
  `($d := input.($lookup($,"__defineGetter__")); $d("polluted", function(){1}))`,
  'input.call("x")',
  'input.native("x")',
  '(input ~> |call|{"a":1}|).call("x")',
  '$map([1], input.call)',
  '$merge([input.call, {"a": 1}])("x")',
  '$sift(input.call, function($v){ true })("x")',
  'input.call ~> input.native',
  '$clone(input.call)("x")',
  '($merge($spread(input.call)))("x")',
  'input.(tuples)[0].$allowance',
  'input.tuples[$lookup("steps") > 0]',
  '{"_jsonata_lambda": true, "arguments": [], "body": input.call.body}("x")',
  '{"_jsonata_function": true, "implementation": $sum}("x")',
  '$sort(input.items, $spread($sum).implementation)',
  '$reduce(input.items, ($map.*)[1])',
  '$replace("a", /a/, ($map.*)[1])',
  '$match("a", ($string.*)[1])',
  '$fromMillis(8640000000000001)',
  '$fromMillis(0, "[Y,*-99999999]")',
  '$fromMillis(0, $pad("", 100000, "[Y]"))',
  '$toMillis($pad("", 100000, "2020-01"))',
  '$toMillis("x", "[Nn,*-3][constructor]")',
  '$formatNumber(1, $pad("", 50000, "0"))',
  '$formatInteger(1e300, "w")',
  '$parseInteger("constructor", "w")',
  '$formatBase(1e300, 2)',
];

/** They take long to run out of room. */
export const SLOW_BOMBS = ['input.many#$i.$$.input.many', '[0..9999999]'];

export const BOMBS = [
  '$count(input.many.$$.input.many)',
  'input.many.(input.many.$$.input.many)',
  '[input.many.$$.input.many]',
  'input.many{ "a": $$.input.many }',
  'input.many@$a.input.many@$b.[$a, $b]',
  '**.**.**',
  '($a := input.many; $b := [$a,$a,$a,$a,$a,$a,$a,$a,$a,$a]; $c := [$b,$b,$b,$b,$b,$b,$b,$b,$b,$b]; $d := [$c,$c,$c,$c,$c,$c,$c,$c,$c,$c]; [$d,$d,$d,$d,$d,$d,$d,$d])',
  '$append(input.many.$$.input.many, 1)',
  '$spread(input.many.$$)',
  '$pad("x", 1000000000)',
  '$join(input.many.$pad("", 6000, "x"))',
  '$zip(input.many.$$.input.many)',
];

/** Every escape, well over 300. */
export const ESCAPES: readonly string[] = [
  ...READERS.flatMap((read) => KEYS.map(read)).flatMap((found, index) => {
    const call = CALLS[index % CALLS.length];
    return call && index % CALLS.length > 0 ? [found, call(found)] : [found];
  }),
  ...OF_BUILT_INS.flatMap((use) => BUILT_INS.map(use)),
  ...OTHERS,
];

/** Any of them, one within another. */
export const anyEscape: fc.Arbitrary<string> = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...ESCAPES),
    fc.tuple(fc.constantFrom(...CALLS), tie('text')).map(([call, found]) => call(`(${found})`)),
    fc
      .tuple(fc.constantFrom(...OF_BUILT_INS, ...READERS), tie('text'))
      .map(([use, found]) => `(${found}; ${use('map')})`),
    fc.tuple(tie('text'), tie('text')).map(([first, second]) => `[${first}, ${second}]`),
    fc.tuple(fc.constantFrom(...BUILT_INS), tie('text')).map(([name, found]) => `(${found}) ~> $${name}`),
  ),
})).text;

/** What a row may bring along: functions that it forged, and what JSONata keeps for itself. */
export const HOSTILE_ROW = {
  text: 'a',
  items: [1, 2, { a: 1 }],
  call: { _jsonata_lambda: true, arguments: [], body: FORGED },
  native: { _jsonata_function: true, implementation: FORGED },
  tuples: { tupleStream: true, '@': 1, steps: 1e300, sum: 1, outerWrapper: true },
  constructor: { a: 1 },
};
Object.defineProperty(HOSTILE_ROW, '__proto__', { value: { polluted: true }, enumerable: true });

/** What must not have changed. */
export const realm = (): string =>
  [Object, Array, Function, String, Promise]
    .flatMap(({ prototype }) => Object.entries(Object.getOwnPropertyDescriptors(prototype)))
    .map(([name, { get, set }]) => `${name}${get ? 'g' : ''}${set ? 's' : ''}`)
    .join();

/** For bombs: its square is more than any list may have. */
export const LARGE_ROW = { many: Array.from({ length: 1_100 }, (_, index) => index) };
