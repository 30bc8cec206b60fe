import { beforeAll, describe, expect, it } from 'vitest';
import { synthesize } from './synthesize.ts';

/**
 * Every action that a role is granted, and what the product does with it. A grant that nobody can name a use for does
 * not belong in the templates.
 */
const USES: Readonly<Record<string, string>> = {
  // Every query: client/athena/run-query, and the tasks ReadDataset and MergeShard.
  'athena:StartQueryExecution': 'StartQueryExecution',
  'athena:GetQueryExecution': 'GetQueryExecution, until the query has ended',
  'athena:GetQueryResults': 'GetQueryResults of SELECT',
  'athena:StopQueryExecution': 'an import or export that is cut off, and a stopped execution’s .sync task',
  'athena:GetDataCatalog': 'Athena itself, for the catalog a query names',
  'glue:GetDatabase': 'Athena itself, for the database of the query and `default`',
  'glue:GetTable': 'Athena itself, for every table a query names',
  'glue:GetTables': 'Athena itself, to resolve names',
  'glue:GetPartitions': 'Athena itself, for external tables',
  'glue:UpdateTable': 'Iceberg commits: MERGE, UPDATE, ALTER TABLE',
  'lakeformation:GetDataAccess': 'Athena itself, where Lake Formation manages the tables',

  's3:GetObject': 'rows, logs, table files',
  's3:PutObject': 'row files, logs, table files, exports, query results',
  's3:DeleteObject': 'pieces of exports; files that MERGE replaces',
  's3:ListBucket': 'logs of a batch, files of an UNLOAD, staged rows',
  's3:GetBucketLocation': 'Athena itself',
  's3:ListBucketMultipartUploads': 'Athena itself, before it writes large results',
  's3:ListMultipartUploadParts': 'Athena itself, when it writes large results',
  's3:AbortMultipartUpload': 'ObjectWriter.abandon; Athena itself',

  'dynamodb:GetItem': 'run records, configurations, targets, leases',
  'dynamodb:PutItem': 'new run records, counts of batches',
  'dynamodb:UpdateItem': 'changes of run records, counts, leases',
  'dynamodb:DeleteItem': 'places of agents that left, leases that were given back',
  'dynamodb:Query': 'counts of a run’s batches, passes of a run',

  'states:StartExecution': 'agents, the children of the Distributed Map, retry and resume',
  'states:StartSyncExecution': 'EXPRESS agents',
  'states:DescribeExecution': 'agents that have ended, the run’s own execution',
  'states:DescribeStateMachine': 'whether an agent is STANDARD or EXPRESS',
  'states:DescribeMapRun': 'set-concurrency',
  'states:ListMapRuns': 'set-concurrency',
  'states:UpdateMapRun': 'set-concurrency',
  'states:ListExecutions': 'agents in flight, at cancel --now',
  'states:StopExecution': 'agents that are late or cancelled; the children of a stopped Distributed Map',
  'states:RedriveExecution': 'the children of a redriven Distributed Map',
  'states:GetExecutionHistory': 'tokens of an agent, with trace: true',
  // startExecution.sync is told of the end by a rule that Step Functions manages.
  'events:PutRule': 'states:startExecution.sync:2',
  'events:PutTargets': 'states:startExecution.sync:2',
  'events:DescribeRule': 'states:startExecution.sync:2',

  'lambda:InvokeFunction': 'tools; the functions of the state machine; closing a run that nobody closed',
  'secretsmanager:GetSecretValue': 'endpoint.auth',
  'kms:Decrypt': 'secrets under a customer key',
  'sqs:SendMessage': 'rows whose attempts are exhausted',
  'sns:Publish': 'the end of a run',

  'logs:CreateLogStream': 'Lambda itself',
  'logs:PutLogEvents': 'Lambda itself',
  'xray:PutTraceSegments': 'tracing',
  'xray:PutTelemetryRecords': 'tracing',
  'xray:GetSamplingRules': 'tracing of Step Functions',
  'xray:GetSamplingTargets': 'tracing of Step Functions',
  // Step Functions delivers an execution's log by these.
  ...Object.fromEntries(
    [
      ...['CreateLogDelivery', 'GetLogDelivery', 'UpdateLogDelivery', 'DeleteLogDelivery', 'ListLogDeliveries'],
      ...['PutResourcePolicy', 'DescribeResourcePolicies', 'DescribeLogGroups'],
    ].map((name) => [`logs:${name}`, 'the log of the state machine']),
  ),
};

interface Policy {
  readonly Properties: {
    readonly PolicyDocument: { readonly Statement: { Effect: string; Action: string | string[] }[] };
  };
}

let statements: { Effect: string; Action: string | string[] }[];
beforeAll(() => {
  const { orchestration } = synthesize({
    agentStateMachineArns: 'arn:aws:states:us-east-1:123456789012:stateMachine:agent',
    toolLambdaArns: 'arn:aws:lambda:us-east-1:123456789012:function:tool',
    endpointSecretArns: 'arn:aws:secretsmanager:us-east-1:123456789012:secret:token',
    secretKeyArns: 'arn:aws:kms:us-east-1:123456789012:key/secrets',
  });
  const policies = Object.values(orchestration.findResources('AWS::IAM::Policy')) as Policy[];
  statements = policies.flatMap(({ Properties }) => Properties.PolicyDocument.Statement);
});

describe('the roles of the orchestration', () => {
  it('are granted what the product uses, and nothing that it does not', () => {
    const granted = new Set(statements.filter(({ Effect }) => Effect === 'Allow').flatMap(({ Action }) => Action));
    expect([...granted].sort()).toEqual(Object.keys(USES).sort());
  });

  it('are granted no action by a pattern', () => {
    expect(statements.flatMap(({ Action }) => Action).filter((action) => action.includes('*'))).toEqual([]);
  });
});
