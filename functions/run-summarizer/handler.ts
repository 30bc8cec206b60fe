import { AthenaClient } from '@aws-sdk/client-athena';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Summary } from '../../contracts/summary.ts';
import { environment, tablesFromEnvironment } from '../shared/environment.ts';
import { closeStoppedRun, type StatusChange } from './close-stopped-run.ts';
import { failRun, type RunFailure } from './fail-run.ts';
import { type PassEnded, summarizeRun } from './summarize-run.ts';

const clients = {
  athena: new AthenaClient(),
  documents: DynamoDBDocumentClient.from(new DynamoDBClient(), { marshallOptions: { removeUndefinedValues: true } }),
};

/** Three ways a run ends: all rows settled, a step that could not go on, or a stop from outside. */
export async function handler(
  event: PassEnded | RunFailure | StatusChange,
): Promise<Summary | { again: true } | undefined> {
  const deps = {
    ...clients,
    workGroup: environment('WORKGROUP'),
    runsTable: environment('RUNS_TABLE'),
    tables: tablesFromEnvironment(),
  };
  if ('detail' in event) return closeStoppedRun(event, deps);
  if ('failure' in event) return failRun(event, deps);
  return summarizeRun(event, deps);
}
