import { NOTHING_COUNTED, type RunRecord } from '../../domain/run-records/run-record.ts';

/** A record of a run that goes on, with what a test does not care about filled in. */
export function runRecordOf(fields: Partial<RunRecord> & Pick<RunRecord, 'evaluation_id'>): RunRecord {
  const now = new Date().toISOString();
  return {
    kind: 'evaluation',
    status: 'running',
    dataset_id: 'd',
    target_name: 't',
    execution_mode: 'endpoint',
    config: '{}',
    attempt: 1,
    round: 'first',
    pass_id: 'arn:execution',
    execution_arn: 'arn:execution',
    total: 10,
    planned: 10,
    batch_size: 50_000,
    is_awaited: fields.batch_size === 1,
    shards: 1,
    max_concurrency: 2,
    ...NOTHING_COUNTED,
    started_at: now,
    pass_started_at: now,
    updated_at: now,
    ...fields,
  };
}
