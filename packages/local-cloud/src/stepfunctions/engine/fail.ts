import type { FailState } from '../definition/definition.ts';
import { StatesError } from './states-error.ts';
import type { Visit } from './visit.ts';

/** Ends the thread with an error of the author's choice. */
export async function runFail(visit: Visit<FailState>): Promise<never> {
  const error = await textField(visit, 'Error');
  const cause = await textField(visit, 'Cause');
  throw new StatesError(error, cause);
}

async function textField(visit: Visit<FailState>, name: 'Error' | 'Cause'): Promise<string> {
  const field = await visit.language.field(visit, visit.state, name);
  if (!field) return '';
  if (typeof field.value !== 'string') throw field.wrongType('string');
  return field.value;
}
