import { familyOf } from '../analysis/types.ts';
import { expression, same, type TrinoFunction, variadic } from './function.ts';

/** A lambda called with values: each becomes the element of a list of one, which binds its name. */
function applied(lambda: string, values: readonly string[]): string {
  const [, names = '', body = lambda] = /^lambda ([^:]*): (.*)$/s.exec(lambda) ?? [];
  return names
    .split(', ')
    .reduceRight((inner, name, index) => `list_transform([${values[index]}], lambda ${name}: ${inner})[1]`, body);
}

/** Arrays and maps. DuckDB's lists count from 1 too. */
export const ARRAY_FUNCTIONS: Readonly<Record<string, TrinoFunction>> = {
  cardinality: expression(1, ([values], [node], call) =>
    node && call.typeOf(node.node) === 'map' ? `CAST(cardinality(${values}) AS BIGINT)` : `len(${values})`,
  ),
  element_at: expression(2, ([values, index]) => `(${values})[${index}]`),
  contains: same('trino_contains', 2),
  array_join: expression([2, 3], ([values, by, missing]) =>
    missing
      ? `array_to_string(list_transform(${values}, lambda one: coalesce(trino_varchar(one), ${missing})), ${by})`
      : `array_to_string(list_transform(${values}, lambda one: trino_varchar(one)), ${by})`,
  ),
  array_distinct: same('trino_distinct', 1),
  array_sort: expression(1, ([values]) => `list_sort(${values}, 'ASC', 'NULLS LAST')`),
  array_max: same('trino_array_max', 1),
  array_min: same('trino_array_min', 1),
  array_position: expression(2, ([values, value]) => `CAST(coalesce(list_position(${values}, ${value}), 0) AS BIGINT)`),
  array_remove: expression(2, ([values, value]) => `list_filter(${values}, lambda one: one IS DISTINCT FROM ${value})`),
  array_union: expression(2, ([a, b]) => `trino_distinct(list_concat(${a}, ${b}))`),
  array_intersect: same('list_intersect', 2),
  array_except: expression(
    2,
    ([a, b]) => `trino_distinct(list_filter(${a}, lambda one: NOT list_contains(${b}, one)))`,
  ),
  arrays_overlap: same('trino_overlap', 2),
  flatten: same('flatten', 1),
  slice: expression(
    3,
    ([values, start, length], _nodes, call) =>
      `list_slice(${values}, ${call.macro('trino_slice_start')}(${start}), ${start} + ${length} - 1)`,
  ),
  sequence: expression([2, 3], ([from, to, step], nodes, call) => {
    // How many days or months there are between two dates is left to the bounds of the whole query.
    const type = nodes[0] && call.typeOf(nodes[0].node);
    if (familyOf(type) === 'time') {
      const series = `generate_series(${from}, ${to}, ${step ?? 'to_days(1)'})`;
      return type === 'date' ? `CAST(${series} AS DATE[])` : series;
    }
    return `generate_series(${from}, ${call.macro('trino_sequence_end')}(${from}, ${to}, ${step ?? 1})${step ? `, ${step}` : ''})`;
  }),
  repeat: expression(
    2,
    ([value, times], _nodes, call) =>
      `list_transform(range(${call.macro('trino_repeat_count')}(${times})), lambda ignored: ${value})`,
  ),
  transform: same('list_transform', 2),
  filter: same('list_filter', 2),
  any_match: expression(2, ([values, test]) => `trino_any(list_transform(${values}, ${test}))`),
  all_match: expression(2, ([values, test]) => `trino_all(list_transform(${values}, ${test}))`),
  none_match: expression(2, ([values, test]) => `(NOT trino_any(list_transform(${values}, ${test})))`),
  reduce: expression(
    4,
    ([values, initial, merge, finish]) =>
      `list_transform([list_reduce(${values}, ${merge}, ${initial})], ${finish})[1]`,
  ),
  map: expression([0, 2], ([keys, values]) => (keys ? `map(${keys}, ${values})` : 'map([], [])')),
  map_keys: same('map_keys', 1),
  map_values: same('map_values', 1),
  map_entries: same('map_entries', 1),
  map_from_entries: same('map_from_entries', 1),
  map_concat: variadic('map_concat', 2),
  map_filter: expression(
    2,
    ([map, test = '']) =>
      `map_from_entries(list_filter(map_entries(${map}), lambda entry: ${applied(test, ['entry.key', 'entry.value'])}))`,
  ),
  transform_values: expression(
    2,
    ([map, change = '']) =>
      `map_from_entries(list_transform(map_entries(${map}), lambda entry: {'key': entry.key, 'value': ${applied(change, ['entry.key', 'entry.value'])}}))`,
  ),
};
