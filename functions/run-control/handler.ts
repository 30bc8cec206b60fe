import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SFNClient } from '@aws-sdk/client-sfn';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { RunControlAnswer } from '../../contracts/run-control.ts';
import { environment } from '../shared/environment.ts';
import { controlRun } from './control-run.ts';

const clients = {
  documents: DynamoDBDocumentClient.from(new DynamoDBClient()),
  sfn: new SFNClient(),
};

export const handler = (event: unknown): Promise<RunControlAnswer> =>
  controlRun(event, {
    ...clients,
    runsTable: environment('RUNS_TABLE'),
    stateMachineArn: environment('EVALUATION_STATE_MACHINE_ARN'),
  });
