import { runWrite } from '../../client/athena/run-query.ts';
import { mergeResults } from '../../core/sql/merge-results.ts';
import type { RunRecord } from '../../domain/run-records/run-record.ts';
import type { SummarizerDependencies } from './dependencies.ts';

/** Merges what callers have staged, for a run whose execution did not get to LoadResults. */
export async function loadStaged(record: RunRecord, deps: SummarizerDependencies): Promise<void> {
  // What judges say is no result; it is read from the logs.
  if (record.kind === 'judge') return;
  for (let shard = 0; shard < record.shards; shard++) {
    const token = `${record.pass_id} close ${Date.now()}`;
    const merge = mergeResults(deps.tables, record.evaluation_id, shard);
    await deps.withLease(record.pass_id, () => runWrite(merge, { ...deps, token }));
  }
}
