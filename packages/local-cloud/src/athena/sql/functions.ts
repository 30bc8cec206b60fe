import { AGGREGATE_FUNCTIONS } from './functions/aggregates.ts';
import { ARRAY_FUNCTIONS } from './functions/arrays.ts';
import { CONDITIONAL_FUNCTIONS } from './functions/conditionals.ts';
import { DATE_FUNCTIONS } from './functions/dates.ts';
import type { TrinoFunction } from './functions/function.ts';
import { JSON_FUNCTIONS } from './functions/json.ts';
import { MATH_FUNCTIONS } from './functions/math.ts';
import { REGEXP_FUNCTIONS } from './functions/regexp.ts';
import { STRING_FUNCTIONS } from './functions/strings.ts';

/** Every Trino function that statements may call, by name. A function that is not here is not registered. */
export const FUNCTIONS: ReadonlyMap<string, TrinoFunction> = new Map(
  Object.entries({
    ...AGGREGATE_FUNCTIONS,
    ...ARRAY_FUNCTIONS,
    ...CONDITIONAL_FUNCTIONS,
    ...DATE_FUNCTIONS,
    ...JSON_FUNCTIONS,
    ...MATH_FUNCTIONS,
    ...REGEXP_FUNCTIONS,
    ...STRING_FUNCTIONS,
  }),
);
