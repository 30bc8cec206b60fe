/** The name of a failing macro's twin that answers NULL. */
export const orNull = (name: string): string => `${name}_or_null`;

/** A macro that fails on bad input, and its twin for use inside `try(…)`, where DuckDB allows no `error`. */
function failing(name: string, parameters: string, body: (fail: (message: string) => string) => string): string[] {
  return [
    `${name}(${parameters}) AS ${body((message) => `error(${message})`)}`,
    `${orNull(name)}(${parameters}) AS ${body(() => 'NULL')}`,
  ];
}

/** Refuses text that does not have the form Trino reads, and hands everything else on. */
const strictText = (type: string, pattern: string): string[] =>
  failing(
    `trino_${type}`,
    'x',
    (fail) => `CASE WHEN typeof(x) = 'VARCHAR' AND NOT regexp_full_match(CAST(x AS VARCHAR), '${pattern}')
      THEN ${fail(`'INVALID_CAST_ARGUMENT: Cannot cast ''' || left(CAST(x AS VARCHAR), 100) || ''' to ${type}'`)} ELSE x END`,
  );

const NO_JSON = `'INVALID_FUNCTION_ARGUMENT: Cannot convert value to JSON: ' || left(s, 200)`;

/** Malformed JSON and a missing path give NULL, not an error; an object or array is no scalar. */
const JSON_MACROS = [
  // One call a path that reads the whole text, and the same one in both: for each such call DuckDB keeps the parsed rows
  // of a vector in memory, which for a wide row is megabytes.
  `trino_json_extract(j, p) AS json_extract(CASE WHEN json_valid(CAST(j AS VARCHAR)) THEN CAST(j AS VARCHAR) END, p)`,
  `trino_json_extract_scalar(j, p) AS list_transform([CAST(trino_json_extract(j, p) AS VARCHAR)], lambda one:
     CASE WHEN left(one, 1) IN ('{', '[') THEN NULL
       WHEN trino_is_respelled(one, CAST(j AS VARCHAR)) THEN js_json_number(CAST(j AS VARCHAR), p)
       ELSE json_extract_string(one, '$') END)[1]`,
  // A number with a fraction is written anew by the engine. Where the text has the same spelling it need not be looked up.
  `trino_is_respelled(n, j) AS left(n, 1) <> '"' AND (contains(n, '.') OR contains(n, 'e') OR contains(n, 'E'))
     AND NOT (contains(j, n || ',') OR contains(j, n || '}') OR contains(j, n || ']') OR contains(j, n || ' '))
     AND n NOT IN ('true', 'false')`,
  // What the engine takes and Trino does not: a comma before a bracket, NaN. To look for plain text is quicker than a pattern.
  `trino_is_odd_json(s) AS contains(s, ',]') OR contains(s, ',}') OR contains(s, ', ]') OR contains(s, ', }')
     OR contains(s, 'NaN') OR contains(s, 'Infinity')
     OR (contains(s, chr(10)) AND regexp_matches(s, ',\\s*[\\]}]'))`,
  ...failing(
    'trino_json_text',
    's',
    (fail) => `CASE WHEN s IS NULL OR (trino_is_odd_json(s) AND js_canonical_json(s) IS NULL)
      THEN CASE WHEN s IS NOT NULL THEN ${fail(NO_JSON)} END ELSE coalesce(TRY_CAST(s AS JSON), ${fail(NO_JSON)}) END`,
  ),
  // Without members, fractions, escapes and characters of other planes the engine writes what Trino writes.
  ...failing(
    'trino_json_parse',
    's',
    (fail) => `CASE WHEN s IS NULL THEN NULL
      WHEN regexp_matches(s, '[{.eE\\\\N\\x{10000}-\\x{10FFFF}]|,\\s*\\]|-0') THEN coalesce(CAST(js_canonical_json(s) AS JSON), ${fail(NO_JSON)})
      ELSE coalesce(json(TRY_CAST(s AS JSON)), ${fail(NO_JSON)}) END`,
  ),
  // A double's text is Java's in JSON too: 4.0E-4.
  `trino_to_json(x) AS CASE WHEN typeof(x) = 'DOUBLE' AND isfinite(TRY_CAST(CAST(x AS VARCHAR) AS DOUBLE))
     THEN CAST(trino_double(TRY_CAST(CAST(x AS VARCHAR) AS DOUBLE)) AS JSON)
     WHEN typeof(x) LIKE 'DECIMAL%' THEN CAST(regexp_replace(CAST(x AS VARCHAR), '^(-?)[.]', '\\10.') AS JSON)
     WHEN typeof(x) LIKE 'MAP%' THEN CAST(js_canonical_json(CAST(to_json(x) AS VARCHAR)) AS JSON) ELSE to_json(x) END`,
  `trino_json_format(j) AS CASE WHEN regexp_matches(CAST(j AS VARCHAR), '[\\x{10000}-\\x{10FFFF}]')
     THEN js_escaped_json(CAST(j AS VARCHAR)) ELSE CAST(j AS VARCHAR) END`,
  `trino_json_array_length(j) AS CASE WHEN json_valid(CAST(j AS VARCHAR)) THEN CASE WHEN json_type(CAST(j AS VARCHAR))
     = 'ARRAY' THEN CAST(json_array_length(CAST(j AS VARCHAR)) AS BIGINT) END END`,
];

const STRING_MACROS = [
  `trino_strpos_forward(s, p, n) AS CASE WHEN len(string_split(s, p)) <= n THEN CAST(0 AS BIGINT)
     ELSE CAST(length(array_to_string(string_split(s, p)[1:n], p)) + 1 AS BIGINT) END`,
  // Characters count from 1: there is none at 0.
  `trino_from(s, i) AS CASE WHEN i = 0 OR -i > length(s) THEN left(s, 0) ELSE substring(s, i) END`,
  `trino_part(s, i, n) AS CASE WHEN i = 0 OR n <= 0 OR -i > length(s) THEN left(s, 0) ELSE substring(s, i, n) END`,
  // Where the n-th of them begins; counted from the end if n is negative.
  `trino_strpos(s, p, n) AS CASE WHEN n < 0
     THEN CASE WHEN trino_strpos_forward(reverse(s), reverse(p), -n) = 0 THEN 0
       ELSE length(s) - trino_strpos_forward(reverse(s), reverse(p), -n) - length(p) + 2 END
     ELSE trino_strpos_forward(s, p, n) END`,
];

const REGEXP_MACROS = [
  `trino_regexp_extract(s, p, g) AS CASE WHEN regexp_matches(s, p) THEN regexp_extract(s, p, g) END`,
  `trino_replacement(r) AS regexp_replace(r, '\\$(\\d)', '\\\\\\1', 'g')`,
];

const DIVISION_BY_ZERO = `'DIVISION_BY_ZERO: Division by zero'`;

const ARITHMETIC_MACROS = [
  ...failing(
    'trino_divide',
    'a, b',
    (fail) => `CASE WHEN b = 0 AND typeof(a / b) NOT IN ('DOUBLE', 'FLOAT') THEN ${fail(DIVISION_BY_ZERO)}
      ELSE a / b END`,
  ),
  ...failing(
    'trino_divide_double',
    'a, b',
    () => `CASE WHEN a IS NULL THEN NULL WHEN b = 0 THEN CAST(CASE WHEN a > 0 THEN 'Infinity' WHEN a < 0 THEN '-Infinity'
      ELSE 'NaN' END AS DOUBLE) ELSE a / b END`,
  ),
  ...failing('trino_divide_exactly', 'a, b', (fail) => `CASE WHEN b = 0 THEN ${fail(DIVISION_BY_ZERO)} ELSE a / b END`),
  ...failing(
    'trino_sum',
    's',
    (fail) => `CASE WHEN typeof(s) = 'HUGEINT' AND TRY_CAST(CAST(s AS VARCHAR) AS HUGEINT)
      NOT BETWEEN -9223372036854775808 AND 9223372036854775807
      THEN ${fail(`'NUMERIC_VALUE_OUT_OF_RANGE: bigint addition overflow'`)} ELSE s END`,
  ),
  ...failing(
    'trino_modulus',
    'a, b',
    (fail) => `CASE WHEN b = 0 AND typeof(a % b) NOT IN ('DOUBLE', 'FLOAT') THEN ${fail(DIVISION_BY_ZERO)}
      ELSE a % b END`,
  ),
];

/** With a NULL among the elements an answer may be unknown. */
const ARRAY_MACROS = [
  `trino_contains(l, x) AS CASE WHEN x IS NULL THEN NULL WHEN list_contains(l, x) THEN true
     WHEN list_count(l) < len(l) THEN NULL ELSE false END`,
  `trino_overlap(a, b) AS CASE WHEN list_has_any(a, b) THEN true
     WHEN (list_count(a) < len(a) AND len(b) > 0) OR (list_count(b) < len(b) AND len(a) > 0) THEN NULL ELSE false END`,
  `trino_array_max(l) AS CASE WHEN list_count(l) = len(l) THEN list_max(l) END`,
  `trino_array_min(l) AS CASE WHEN list_count(l) = len(l) THEN list_min(l) END`,
  `trino_any(l) AS CASE WHEN list_contains(l, true) THEN true WHEN list_count(l) < len(l) THEN NULL ELSE false END`,
  `trino_all(l) AS CASE WHEN list_contains(l, false) THEN false WHEN list_count(l) < len(l) THEN NULL ELSE true END`,
  // In the order of their first appearance; of very long ones in any.
  `trino_distinct(l) AS CASE WHEN len(l) > 2000 THEN list_distinct(l)
     ELSE list_filter(l, lambda x, i: list_position(l, x) = i OR (x IS NULL AND list_count(l[1:i]) = i - 1)) END`,
  ...failing(
    'trino_slice_start',
    'n',
    (fail) => `CASE WHEN n = 0 THEN ${fail(`'INVALID_FUNCTION_ARGUMENT: SQL array indices start at 1'`)} ELSE n END`,
  ),
];

const LOOKUP_MACROS = [
  ...failing(
    'trino_element',
    'l, i',
    (
      fail,
    ) => `CASE WHEN i > len(l) THEN ${fail(`'INVALID_FUNCTION_ARGUMENT: Array subscript must be less than or equal to array length: ' || i || ' > ' || len(l)`)}
      WHEN i = 0 THEN ${fail(`'INVALID_FUNCTION_ARGUMENT: SQL array indices start at 1'`)}
      WHEN i < 0 THEN ${fail(`'INVALID_FUNCTION_ARGUMENT: Array subscript is negative: ' || i`)}
      ELSE l[i] END`,
  ),
  ...failing(
    'trino_entry',
    'm, k',
    (fail) => `CASE WHEN NOT map_contains(m, k)
      THEN ${fail(`'INVALID_FUNCTION_ARGUMENT: Key not present in map: ' || CAST(k AS VARCHAR)`)} ELSE m[k] END`,
  ),
  ...failing(
    'trino_split_part',
    's, d, i',
    (fail) => `CASE WHEN i <= 0 THEN ${fail(`'INVALID_FUNCTION_ARGUMENT: Index must be greater than zero'`)}
      ELSE string_split(s, d)[i] END`,
  ),
];

/** What would make a value of any size within a single step, where a query cannot be stopped. The first two are Trino's own. */
const SIZE_MACROS = [
  ...failing(
    'trino_repeat_count',
    'n',
    (fail) => `CASE WHEN n > 10000
      THEN ${fail(`'INVALID_FUNCTION_ARGUMENT: count argument of repeat function must be less than or equal to 10000'`)}
      ELSE CAST(n AS BIGINT) END`,
  ),
  ...failing(
    'trino_sequence_end',
    'a, b, s',
    (fail) => `CASE WHEN CAST(b - a AS DOUBLE) / s >= 10000
      THEN ${fail(`'INVALID_FUNCTION_ARGUMENT: result of sequence function must not have more than 10000 entries'`)}
      WHEN CAST(b - a AS DOUBLE) * s < 0
      THEN ${fail(`'INVALID_FUNCTION_ARGUMENT: sequence stop value should be greater than or equal to start value if step is greater than zero otherwise stop should be less than or equal to start'`)}
      ELSE b END`,
  ),
  ...failing(
    'trino_pad_length',
    'n',
    (fail) => `CASE WHEN n < 0
      THEN ${fail(`'INVALID_FUNCTION_ARGUMENT: Target length must be in the range [0..2147483647]'`)}
      WHEN n > 16777216
      THEN ${fail(`'EXCEEDED_LOCAL_MEMORY_LIMIT: the local cloud makes no text longer than 16777216 characters'`)}
      ELSE CAST(n AS INTEGER) END`,
  ),
];

const CAST_MACROS = [
  // DuckDB would round '1.5' to an integer.
  ...failing(
    'trino_integral',
    'x, t',
    (fail) => `CASE WHEN typeof(x) = 'VARCHAR' AND NOT regexp_full_match(CAST(x AS VARCHAR), ' *[+-]?[0-9]+ *')
      THEN ${fail(`'INVALID_CAST_ARGUMENT: Cannot cast ''' || left(CAST(x AS VARCHAR), 100) || ''' to ' || t`)}
      ELSE x END`,
  ),
  ...strictText('boolean', '(?i)true|false|t|f|1|0'),
  ...strictText('date', ' *[+-]?[0-9]{4,}-[0-9]{1,2}-[0-9]{1,2} *'),
  ...strictText(
    'timestamp',
    ' *[+-]?[0-9]{4,}-[0-9]{1,2}-[0-9]{1,2}( [0-9]{1,2}:[0-9]{1,2}(:[0-9]{1,2}([.][0-9]*)?)?( ?[A-Za-z+-][A-Za-z0-9_/:+-]*)?)? *',
  ),
  ...failing(
    'trino_fitting',
    's, n',
    (fail) => `CASE WHEN length(s) > n
      THEN ${fail(`'INVALID_CAST_ARGUMENT: Value ' || s || ' cannot be represented as varchar(' || n || ')'`)} ELSE s END`,
  ),
  // Hashes and encodings are of bytes: Trino has no such function for text.
  ...failing(
    'trino_bytes',
    'f, b',
    (fail) => `CASE WHEN typeof(b) IN ('BLOB', '"NULL"') THEN CAST(b AS BLOB)
      ELSE ${fail(`'FUNCTION_NOT_FOUND: Unexpected parameters (' || lower(typeof(b)) || ') for function ' || f
        || '. Expected: ' || f || '(varbinary)'`)} END`,
  ),
  ...failing(
    'trino_length',
    'x',
    (fail) => `CASE typeof(x)
      WHEN 'VARCHAR' THEN length(CAST(x AS VARCHAR))
      WHEN 'BLOB' THEN octet_length(CAST(x AS BLOB))
      WHEN '"NULL"' THEN NULL
      ELSE ${fail(`'FUNCTION_NOT_FOUND: Unexpected parameters (' || lower(typeof(x)) || ') for function length'`)} END`,
  ),
  // A JSON scalar as text is its value; an object or array cannot be text.
  ...failing(
    'trino_varchar',
    'x',
    (fail) => `CASE typeof(x)
      WHEN 'DOUBLE' THEN trino_double_text(TRY_CAST(CAST(x AS VARCHAR) AS DOUBLE))
      WHEN 'TIMESTAMP' THEN trino_millis(TRY_CAST(CAST(x AS VARCHAR) AS TIMESTAMP))
      WHEN 'TIMESTAMP WITH TIME ZONE' THEN trino_millis(TRY_CAST(CAST(x AS VARCHAR) AS TIMESTAMPTZ)) || ' UTC'
      WHEN 'JSON' THEN CASE WHEN json_type(CAST(x AS VARCHAR)) IN ('OBJECT', 'ARRAY')
        THEN ${fail(`'INVALID_CAST_ARGUMENT: Unexpected token when cast to varchar: '
          || lower(json_type(CAST(x AS VARCHAR)))`)}
        WHEN json_type(CAST(x AS VARCHAR)) = 'DOUBLE' THEN trino_double_text(TRY_CAST(CAST(x AS VARCHAR) AS DOUBLE))
        ELSE json_extract_string(CAST(x AS VARCHAR), '$') END
      ELSE CAST(x AS VARCHAR) END`,
  ),
];

const TIME_MACROS = [
  // What DuckDB would take and Trino would not: a space before the time, words.
  ...failing(
    'trino_iso_timestamp',
    's',
    (
      fail,
    ) => `CASE WHEN regexp_full_match(s, '[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.,][0-9]+)?)?(Z|[+-][0-9]{2}(:?[0-9]{2})?)?)?')
      THEN TRY_CAST(replace(s, ',', '.') AS TIMESTAMPTZ)
      WHEN s IS NOT NULL THEN ${fail(`'INVALID_FUNCTION_ARGUMENT: Invalid format: "' || left(s, 100) || '"'`)} END`,
  ),
  `trino_offset(m) AS CASE WHEN m < 0 THEN '-' ELSE '+' END || lpad(CAST(abs(m) // 60 AS VARCHAR), 2, '0') || ':'
     || lpad(CAST(abs(m) % 60 AS VARCHAR), 2, '0')`,
  // Half a unit rounds up.
  `trino_rounded(t, n) AS make_timestamp((epoch_us(t) + n // 2) // n * n)`,
];

const TEXT_MACROS = [
  `trino_type_name(t) AS CASE t WHEN 'hugeint' THEN 'bigint' WHEN '"null"' THEN 'unknown' WHEN 'float' THEN 'real'
     WHEN 'blob' THEN 'varbinary' ELSE regexp_replace(t, '^(\\w+)\\[\\]$', 'array(\\1)') END`,
  `trino_millis(t) AS strftime(CAST(t AS TIMESTAMP), '%Y-%m-%d %H:%M:%S.%g')`,
  `trino_interval(i) AS CASE WHEN datepart('year', i) <> 0 OR datepart('month', i) <> 0
     THEN datepart('year', i) || '-' || datepart('month', i)
     ELSE CASE WHEN epoch(i) < 0 THEN '-' ELSE '' END || CAST(floor(abs(epoch(i)) / 86400) AS BIGINT) || ' '
       || strftime(make_timestamp(CAST(round((abs(epoch(i)) % 86400) * 1000000) AS BIGINT)), '%H:%M:%S.%g') END`,
  `trino_to_iso8601(t) AS CASE typeof(t)
     WHEN 'DATE' THEN CAST(CAST(t AS DATE) AS VARCHAR)
     WHEN 'TIMESTAMP' THEN strftime(CAST(t AS TIMESTAMP), '%Y-%m-%dT%H:%M:%S.%g')
     ELSE strftime(CAST(t AS TIMESTAMP), '%Y-%m-%dT%H:%M:%S.%gZ') END`,
  // Java writes doubles from 1e-3 to 1e7 plainly and all others as 1.5E10.
  `trino_mantissa(d) AS regexp_replace(d || '0', '^(.)(.+?)0*$', '\\1.\\2')`,
  // A macro's parameter is planned wherever it stands, a lambda's once.
  `trino_scientific(x) AS list_transform([CAST(x AS VARCHAR)], lambda s: CASE
     WHEN contains(s, 'e') THEN trino_mantissa(replace(split_part(s, 'e', 1), '.', ''))
       || 'E' || CAST(split_part(s, 'e', 2) AS INTEGER)
     WHEN starts_with(s, '0.') THEN trino_mantissa(ltrim(s, '0.'))
       || 'E-' || (length(s) - 1 - length(ltrim(s, '0.')))
     ELSE trino_mantissa(replace(s, '.', '')) || 'E' || (length(split_part(s, '.', 1)) - 1) END)[1]`,
  // As text a double is always written so: 1.5E0.
  `trino_double_text(x) AS CASE
     WHEN isnan(x) THEN 'NaN' WHEN isinf(x) THEN CASE WHEN x > 0 THEN 'Infinity' ELSE '-Infinity' END
     WHEN x = 0 THEN '0.0E0' WHEN abs(x) = 5e-324 THEN CASE WHEN x < 0 THEN '-4.9E-324' ELSE '4.9E-324' END
     ELSE CASE WHEN x < 0 THEN '-' ELSE '' END || trino_scientific(abs(x)) END`,
  `trino_double(x) AS CASE
     WHEN x = 0 OR (abs(x) >= 0.001 AND abs(x) < 10000000) THEN CAST(x AS VARCHAR) ELSE trino_double_text(x) END`,
];

/**
 * What Trino has and DuckDB lacks, or means differently, as DuckDB macros. They are temporary: made anew whenever the
 * database opens, never part of the data.
 */
export const MACROS: readonly string[] = [
  ...TEXT_MACROS,
  ...TIME_MACROS,
  ...JSON_MACROS,
  ...STRING_MACROS,
  ...REGEXP_MACROS,
  ...ARITHMETIC_MACROS,
  ...ARRAY_MACROS,
  ...LOOKUP_MACROS,
  ...SIZE_MACROS,
  ...CAST_MACROS,
];
