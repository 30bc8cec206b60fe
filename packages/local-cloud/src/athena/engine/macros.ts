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

/** Malformed JSON and a missing path give NULL, not an error; an object or array is no scalar. */
const JSON_MACROS = [
  // One call a path that reads the whole text, and the same one in both: for each such call DuckDB keeps the parsed rows
  // of a vector in memory, which for a wide row is megabytes.
  `trino_json_extract(j, p) AS json_extract(CASE WHEN json_valid(CAST(j AS VARCHAR)) THEN CAST(j AS VARCHAR) END, p)`,
  `trino_json_extract_scalar(j, p) AS list_transform([CAST(trino_json_extract(j, p) AS VARCHAR)], lambda one:
     CASE WHEN left(one, 1) NOT IN ('{', '[') THEN json_extract_string(one, '$') END)[1]`,
  ...failing(
    'trino_json_text',
    's',
    (fail) => `coalesce(TRY_CAST(s AS JSON), CASE WHEN s IS NOT NULL
      THEN ${fail(`'INVALID_FUNCTION_ARGUMENT: Cannot convert value to JSON: ' || left(s, 200)`)} END)`,
  ),
  `trino_json_parse(s) AS json(trino_json_text(s))`,
  `${orNull('trino_json_parse')}(s) AS json(${orNull('trino_json_text')}(s))`,
  // A double's text is Java's in JSON too: 4.0E-4.
  `trino_to_json(x) AS CASE WHEN typeof(x) = 'DOUBLE' AND isfinite(TRY_CAST(CAST(x AS VARCHAR) AS DOUBLE))
     THEN CAST(trino_double(TRY_CAST(CAST(x AS VARCHAR) AS DOUBLE)) AS JSON) ELSE to_json(x) END`,
  `trino_json_format(j) AS CAST(j AS VARCHAR)`,
  `trino_json_array_length(j) AS CASE WHEN json_valid(CAST(j AS VARCHAR)) THEN CASE WHEN json_type(CAST(j AS VARCHAR))
     = 'ARRAY' THEN CAST(json_array_length(CAST(j AS VARCHAR)) AS BIGINT) END END`,
  `trino_json_size(j, p) AS CASE WHEN trino_json_extract(j, p) IS NOT NULL THEN CASE json_type(trino_json_extract(j, p))
     WHEN 'ARRAY' THEN CAST(json_array_length(trino_json_extract(j, p)) AS BIGINT)
     WHEN 'OBJECT' THEN CAST(len(json_keys(trino_json_extract(j, p))) AS BIGINT) ELSE 0 END END`,
  `trino_is_json_scalar(j) AS json_type(CAST(j AS VARCHAR)) NOT IN ('OBJECT', 'ARRAY')`,
];

const STRING_MACROS = [
  // Characters count from 1: there is none at 0.
  `trino_from(s, i) AS CASE WHEN i = 0 THEN left(s, 0) ELSE substring(s, i) END`,
  `trino_part(s, i, n) AS CASE WHEN i = 0 THEN left(s, 0) ELSE substring(s, i, n) END`,
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
      ELSE b END`,
  ),
  ...failing(
    'trino_pad_length',
    'n',
    (fail) => `CASE WHEN n > 16777216
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
        ELSE json_extract_string(CAST(x AS VARCHAR), '$') END
      ELSE CAST(x AS VARCHAR) END`,
  ),
];

const TEXT_MACROS = [
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
  `trino_mantissa(d) AS d[1] || '.' || CASE WHEN rtrim(d[2:], '0') = '' THEN '0' ELSE rtrim(d[2:], '0') END`,
  `trino_scientific(s) AS CASE
     WHEN contains(s, 'e') THEN trino_mantissa(replace(split_part(s, 'e', 1), '.', ''))
       || 'E' || CAST(split_part(s, 'e', 2) AS INTEGER)
     WHEN starts_with(s, '0.') THEN trino_mantissa(ltrim(s, '0.'))
       || 'E-' || (length(s) - 1 - length(ltrim(s, '0.')))
     ELSE trino_mantissa(replace(s, '.', '')) || 'E' || (length(split_part(s, '.', 1)) - 1) END`,
  // As text a double is always written so: 1.5E0.
  `trino_double_text(x) AS CASE
     WHEN isnan(x) THEN 'NaN' WHEN isinf(x) THEN CASE WHEN x > 0 THEN 'Infinity' ELSE '-Infinity' END
     WHEN x = 0 THEN '0.0E0'
     ELSE CASE WHEN x < 0 THEN '-' ELSE '' END || trino_scientific(CAST(abs(x) AS VARCHAR)) END`,
  `trino_double(x) AS CASE
     WHEN x = 0 OR (abs(x) >= 0.001 AND abs(x) < 10000000) THEN CAST(x AS VARCHAR) ELSE trino_double_text(x) END`,
];

/**
 * What Trino has and DuckDB lacks, or means differently, as DuckDB macros. They are temporary: made anew whenever the
 * database opens, never part of the data.
 */
export const MACROS: readonly string[] = [
  ...TEXT_MACROS,
  ...JSON_MACROS,
  ...STRING_MACROS,
  ...REGEXP_MACROS,
  ...ARITHMETIC_MACROS,
  ...LOOKUP_MACROS,
  ...SIZE_MACROS,
  ...CAST_MACROS,
];
