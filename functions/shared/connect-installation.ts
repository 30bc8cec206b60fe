import { createClients } from '../../client/connect/clients.ts';
import { type Installation, installationAt } from '../../client/connect/installation.ts';
import { environment } from './environment.ts';

/** The installation this function belongs to, as the stack tells it. */
export const connectInstallation = (): Installation =>
  installationAt(
    createClients({}),
    {
      EvaluationStateMachineArn: environment('EVALUATION_STATE_MACHINE_ARN'),
      BatchJobStateMachineArn: environment('BATCH_JOB_STATE_MACHINE_ARN'),
      RunControlFunctionArn: environment('RUN_CONTROL_FUNCTION_ARN'),
      ResultsExporterFunctionArn: environment('RESULTS_EXPORTER_FUNCTION_ARN'),
      NotificationTopicArn: environment('NOTIFICATION_TOPIC_ARN'),
      FunctionLogGroupNames: '',
      StageName: environment('STAGE'),
      JobsAtOnce: environment('JOBS_AT_ONCE'),
      DataBucketName: environment('DATA_BUCKET'),
      DatabaseName: environment('DATABASE'),
      CatalogName: environment('CATALOG'),
      WorkGroupName: environment('WORKGROUP'),
      RunsTableName: environment('RUNS_TABLE'),
      BatchCountsTableName: environment('BATCH_COUNTS_TABLE'),
      ConfigsTableName: environment('CONFIGS_TABLE'),
      TargetsTableName: environment('TARGETS_TABLE'),
      ApiKeysTableName: environment('API_KEYS_TABLE'),
    },
    1_000,
  );
