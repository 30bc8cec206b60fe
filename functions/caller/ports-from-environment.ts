import { randomUUID } from 'node:crypto';
import { createRateStore } from '../../client/rate-limits/rate-store.ts';
import { createBatchLog } from '../../domain/run-log/store/batch-log.ts';
import { createBatchCountsStore } from '../../domain/run-records/store/batch-counts.ts';
import { environment, runTables } from '../shared/environment.ts';
import { logger, metrics } from '../shared/powertools.ts';
import { targetBindings } from '../shared/target-bindings.ts';
import type { CallerPorts } from './caller-ports.ts';
import { documents, s3, sqs } from './clients.ts';
import { createRowDeadLetters } from './row-dead-letters.ts';
import { createRowObserver } from './row-observer.ts';
import { RowReader } from './row-reader.ts';
import { createRunRecords } from './run-records.ts';

export function portsFromEnvironment(): CallerPorts {
  const bucket = environment('DATA_BUCKET');
  const queueUrl = process.env.ROW_DLQ_URL;
  return {
    log: (event) => createBatchLog(s3, bucket, event),
    rows: ({ batch }, from) => new RowReader(s3, bucket, batch, from),
    runs: createRunRecords(documents, runTables()),
    counts: createBatchCountsStore(documents, runTables().counts),
    rates: createRateStore(documents, environment('RATE_LIMITS_TABLE')),
    deadLetters: queueUrl ? createRowDeadLetters(sqs, queueUrl) : undefined,
    observer: createRowObserver(logger, metrics),
    bindings: targetBindings(),
    writer: randomUUID(),
  };
}
