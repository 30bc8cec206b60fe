import type { PassState } from '../definition/definition.ts';
import type { Outcome, Visit } from './visit.ts';

/** Passes its input to its output, or makes one. */
export async function runPass(visit: Visit<PassState>): Promise<Outcome> {
  const { Result, Next } = visit.state;
  const finished = await visit.language.finish(visit, Result === undefined ? undefined : { value: Result });
  return { ...finished, next: Next };
}
