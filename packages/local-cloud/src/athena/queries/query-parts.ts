import type { WorkGroups } from '../workgroups/work-groups.ts';
import type { Executor } from './executor.ts';
import type { Queries } from './queries.ts';

/** What operations on queries work with. */
export interface QueryParts {
  readonly queries: Queries;
  readonly workGroups: WorkGroups;
  readonly executor: Executor;
}
