import { expression, same, type TrinoFunction, variadic } from './function.ts';

/** Arrays and maps. DuckDB's lists count from 1 too. */
export const ARRAY_FUNCTIONS: Readonly<Record<string, TrinoFunction>> = {
  cardinality: expression(1, ([values], [node], call) =>
    node && call.typeOf(node.node) === 'map' ? `CAST(cardinality(${values}) AS BIGINT)` : `len(${values})`,
  ),
  element_at: expression(2, ([values, index]) => `(${values})[${index}]`),
  contains: same('list_contains', 2),
  array_join: expression([2, 3], ([values, by, missing]) =>
    missing
      ? `array_to_string(list_transform(${values}, lambda one: coalesce(CAST(one AS VARCHAR), ${missing})), ${by})`
      : `array_to_string(${values}, ${by})`,
  ),
  array_distinct: same('list_distinct', 1),
  array_sort: expression(1, ([values]) => `list_sort(${values}, 'ASC', 'NULLS LAST')`),
  array_max: same('list_max', 1),
  array_min: same('list_min', 1),
  array_position: expression(2, ([values, value]) => `CAST(coalesce(list_position(${values}, ${value}), 0) AS BIGINT)`),
  array_remove: expression(2, ([values, value]) => `list_filter(${values}, lambda one: one <> ${value})`),
  array_union: expression(2, ([a, b]) => `list_distinct(list_concat(${a}, ${b}))`),
  array_intersect: same('list_intersect', 2),
  array_except: expression(2, ([a, b]) => `list_distinct(list_filter(${a}, lambda one: NOT list_contains(${b}, one)))`),
  arrays_overlap: same('list_has_any', 2),
  flatten: same('flatten', 1),
  slice: expression(3, ([values, start, length]) => `list_slice(${values}, ${start}, ${start} + ${length} - 1)`),
  sequence: expression([2, 3], ([from, to, step], _nodes, call) =>
    // How many days or months there are between two dates is left to the bounds of the whole query.
    step && /INTERVAL/i.test(step)
      ? `generate_series(${from}, ${to}, ${step})`
      : `generate_series(${from}, ${call.macro('trino_sequence_end')}(${from}, ${to}, ${step ?? 1})${step ? `, ${step}` : ''})`,
  ),
  repeat: expression(
    2,
    ([value, times], _nodes, call) =>
      `list_transform(range(${call.macro('trino_repeat_count')}(${times})), lambda ignored: ${value})`,
  ),
  transform: same('list_transform', 2),
  filter: same('list_filter', 2),
  any_match: expression(2, ([values, test]) => `list_bool_or(list_transform(${values}, ${test}))`),
  all_match: expression(2, ([values, test]) => `coalesce(list_bool_and(list_transform(${values}, ${test})), true)`),
  none_match: expression(
    2,
    ([values, test]) => `NOT coalesce(list_bool_or(list_transform(${values}, ${test})), false)`,
  ),
  zip: variadic('list_zip', 2),
  map: expression([0, 2], ([keys, values]) => (keys ? `map(${keys}, ${values})` : 'map([], [])')),
  trim_array: expression(2, ([values, count]) => `list_slice(${values}, 1, len(${values}) - ${count})`),
  map_keys: same('map_keys', 1),
  map_values: same('map_values', 1),
  map_entries: same('map_entries', 1),
  map_from_entries: same('map_from_entries', 1),
  map_concat: variadic('map_concat', 2),
};
