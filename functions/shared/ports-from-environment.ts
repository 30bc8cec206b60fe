import { randomUUID } from 'node:crypto';
import type { CallerPorts } from './caller-ports.ts';
import { documents, s3, sqs } from './clients.ts';
import { environment } from './environment.ts';
import { logger, metrics } from './powertools.ts';
import { createRowDeadLetters } from './row-dead-letters.ts';
import { createRowObserver } from './row-observer.ts';
import { createRunRecords } from './run-records.ts';
import { createStaging } from './staging.ts';

export function portsFromEnvironment(): CallerPorts {
  const queueUrl = process.env.ROW_DLQ_URL;
  return {
    staging: createStaging(s3, environment('DATA_BUCKET')),
    runs: createRunRecords(documents, environment('RUNS_TABLE')),
    deadLetters: queueUrl ? createRowDeadLetters(sqs, queueUrl) : undefined,
    observer: createRowObserver(logger, metrics),
    writer: randomUUID(),
  };
}
