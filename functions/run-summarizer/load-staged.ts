import type { RunRecord } from '../../contracts/run-record.ts';
import { shardOf } from '../../contracts/storage-keys.ts';
import { mergeResults } from '../../core/sql/merge-results.ts';
import { runStatement } from '../shared/run-query.ts';
import type { SummarizerDependencies } from './run-store.ts';

/** Merges what callers have staged, for a run whose execution did not get to LoadResults. */
export async function loadStaged(record: RunRecord, deps: SummarizerDependencies): Promise<void> {
  const lastShard = shardOf(Math.max(0, record.total - 1));
  for (let shard = 0; shard <= lastShard; shard++) {
    const token = `${record.pass_id} close ${Date.now()}`;
    await runStatement(mergeResults(deps.tables, record.evaluation_id, shard), { ...deps, token });
  }
}
