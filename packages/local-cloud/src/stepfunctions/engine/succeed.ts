import type { SucceedState } from '../definition/definition.ts';
import type { Outcome, Visit } from './visit.ts';

export async function runSucceed(visit: Visit<SucceedState>): Promise<Outcome> {
  return visit.language.finish(visit);
}
