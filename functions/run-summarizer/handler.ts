import { AthenaClient } from '@aws-sdk/client-athena';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SNSClient } from '@aws-sdk/client-sns';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Context } from 'aws-lambda';
import { glueContext } from '../../client/athena/run-query.ts';
import { JobLine } from '../../client/jobs/job-line.ts';
import type { Summary } from '../../contracts/summary.ts';
import { createRunRecordStore } from '../../domain/run-records/store/run-record-store.ts';
import { releaseResultsLease, withResultsLease } from '../../domain/run-records/store/table-lease.ts';
import { environment, jobsAtOnce, runTables, tablesFromEnvironment } from '../shared/environment.ts';
import { patient } from '../shared/patient.ts';
import { logger, metrics } from '../shared/powertools.ts';
import { createRunObserver } from '../shared/run-observer.ts';
import { captured, traced } from '../shared/tracing.ts';
import { closeStoppedRun, type StatusChange } from './close-stopped-run.ts';
import { failRun, type RunFailure } from './fail-run.ts';
import { createNotifications } from './notifications.ts';
import { refreshJob, settleJob } from './settle-job.ts';
import { type PassEnded, summarizeRun } from './summarize-run.ts';

const athena = captured(new AthenaClient(patient()));
const documents = DynamoDBDocumentClient.from(captured(new DynamoDBClient(patient())));
const s3 = captured(new S3Client(patient()));
const sfn = captured(new SFNClient(patient()));
const sns = captured(new SNSClient(patient()));
const observer = createRunObserver(logger, metrics);

/** What a state machine asks for, or EventBridge tells of an execution that was stopped. */
type Event =
  | (PassEnded & { readonly step: 'summarize' })
  | { readonly step: 'settle' | 'refresh'; readonly evaluationId: string }
  | (RunFailure & { readonly step: 'fail' })
  | { readonly step: 'notify'; readonly summary: Summary }
  | (StatusChange & { readonly step?: undefined; readonly source: 'aws.states' });

/** A run is over, or its failed rows get one more round. */
type RunEnd = { readonly outcome: 'ended'; readonly summary: Summary } | { readonly outcome: 'retry' };

/** The ways a run ends: all rows settled (of a batch job: before they are loaded), a step that could not go on, or a stop from outside; and then it is told. */
export async function handler(event: Event, context: Context): Promise<Summary | RunEnd | undefined> {
  logger.addContext(context);
  const runs = createRunRecordStore(documents, runTables());
  const deps = {
    athena,
    workGroup: environment('WORKGROUP'),
    context: glueContext(environment('DATABASE')),
    s3,
    bucket: environment('DATA_BUCKET'),
    runs,
    jobs: new JobLine({
      documents,
      countsTable: runTables().counts,
      runs,
      sfn,
      mostRunning: jobsAtOnce(),
    }),
    withLease: <T>(holder: string, write: () => Promise<T>) =>
      withResultsLease(documents, runTables().counts, holder, write),
    releaseLease: (holder: string) => releaseResultsLease(documents, runTables().counts, holder),
    tables: tablesFromEnvironment(),
    observer,
    notifications: createNotifications(sns, environment('NOTIFICATION_TOPIC_ARN')),
    noteFailure: (what: string, about: Record<string, string>) => logger.warn(what, about),
  };
  switch (event.step) {
    case 'summarize':
      return traced('SummarizeRun', { evaluationId: event.evaluationId }, async () => {
        const summary = await summarizeRun(event, deps);
        return summary ? { outcome: 'ended', summary } : { outcome: 'retry' };
      });
    case 'settle':
      return traced('SettleJob', { evaluationId: event.evaluationId }, () => settleJob(event.evaluationId, deps));
    case 'refresh':
      return traced('RefreshJob', { evaluationId: event.evaluationId }, () => refreshJob(event.evaluationId, deps));
    case 'fail':
      return traced('FailRun', { evaluationId: event.execution.name }, () => failRun(event, deps));
    case 'notify':
      await deps.notifications.send(event.summary);
      return event.summary;
    case undefined:
      return traced('CloseStoppedRun', { evaluationId: event.detail.name }, () => closeStoppedRun(event, deps));
  }
}
