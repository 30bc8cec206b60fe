import type { Claim } from '../../../domain/run-log/batch-progress.ts';
import type { OpenBatch } from '../../caller/open-batch.ts';
import type { RowReader } from '../../caller/row-reader.ts';
import type { Standing } from '../../caller/run-standing.ts';
import type { Submission } from './submission.ts';

/** What going on with a job takes. */
export interface Advancing extends Omit<Submission, 'count'> {
  readonly batch: OpenBatch;
  readonly claims: readonly Claim[];
  /** As of the last look. */
  readonly standing: Standing;
  /** Looks again at how the run stands. */
  readonly look: () => Promise<void>;
  readonly reader: () => RowReader;
  readonly hasTime: () => boolean;
}
