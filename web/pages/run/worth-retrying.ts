import type { RunCharts } from '../../../contracts/api/run-charts.ts';
import { ERRORS, type ErrorName } from '../../../contracts/errors.ts';

const isTransient = (name: string): boolean =>
  Object.hasOwn(ERRORS, name) && ERRORS[name as ErrorName].class === 'transient';

/** What the target refuses it refuses again: then the next step is another mapping or setting, and no retry. */
export const isWorthRetrying = (errors: Pick<RunCharts, 'errors'>['errors']): boolean =>
  errors.some(({ name }) => isTransient(name));
