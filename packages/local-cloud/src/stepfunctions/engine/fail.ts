import type { FailState } from '../definition/definition.ts';
import { wrongType } from '../query-language/jsonata.ts';
import { StatesError } from './states-error.ts';
import type { Visit } from './visit.ts';

/** Ends the thread with an error of the author's choice. */
export async function runFail(visit: Visit<FailState>): Promise<never> {
  const error = await textField(visit, 'Error');
  const cause = await textField(visit, 'Cause');
  throw new StatesError(error, cause);
}

async function textField(visit: Visit<FailState>, field: 'Error' | 'Cause'): Promise<string> {
  const source = visit.state[field];
  if (source === undefined) return '';
  const value = await visit.language.evaluate(visit, source, field);
  if (typeof value !== 'string') throw wrongType(visit, source, field, 'string', value);
  return value;
}
