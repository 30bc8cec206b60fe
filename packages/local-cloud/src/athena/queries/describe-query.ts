import { ENGINE } from '../workgroups/work-groups.ts';
import { isOver, type QueryRecord } from './queries.ts';

/** A query as GetQueryExecution shows it. */
export function describeQuery(record: QueryRecord) {
  const now = Date.now();
  const started = record.startedAt ?? record.completedAt ?? now;
  const ended = record.completedAt ?? now;
  return {
    QueryExecutionId: record.id,
    Query: record.sql,
    StatementType: record.statementType,
    SubstatementType: record.substatementType,
    ResultConfiguration: { OutputLocation: record.outputUri },
    ResultReuseConfiguration: { ResultReuseByAgeConfiguration: { Enabled: false } },
    QueryExecutionContext: record.context,
    ...(record.parameters.length > 0 ? { ExecutionParameters: record.parameters } : {}),
    Status: {
      State: record.state,
      ...(record.reason === undefined ? {} : { StateChangeReason: record.reason }),
      SubmissionDateTime: new Date(record.submittedAt),
      ...(record.completedAt === undefined ? {} : { CompletionDateTime: new Date(record.completedAt) }),
      ...(record.error
        ? {
            AthenaError: {
              ErrorCategory: record.error.category,
              ErrorType: record.error.type,
              Retryable: false,
              ErrorMessage: record.error.message,
            },
          }
        : {}),
    },
    Statistics: {
      ...(isOver(record.state) ? { EngineExecutionTimeInMillis: ended - started } : {}),
      DataScannedInBytes: record.bytes,
      ...(record.manifest === undefined ? {} : { DataManifestLocation: record.manifest }),
      TotalExecutionTimeInMillis: ended - record.submittedAt,
      QueryQueueTimeInMillis: started - record.submittedAt,
      ServicePreProcessingTimeInMillis: 0,
      QueryPlanningTimeInMillis: 0,
      ServiceProcessingTimeInMillis: 0,
      ResultReuseInformation: { ReusedPreviousResult: false },
    },
    WorkGroup: record.workGroup,
    EngineVersion: { SelectedEngineVersion: record.engine ?? 'AUTO', EffectiveEngineVersion: ENGINE },
  };
}
