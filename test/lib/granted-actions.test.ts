import { readFileSync } from 'node:fs';
import { isAllowedBy } from 'local-cloud/iam';
import { beforeAll, describe, expect, it } from 'vitest';
import { rolesOf, type Statement } from './roles.ts';

const MACHINES = ['Evaluation', 'BatchJob', 'LoadResults'];
const QUERYING = [
  ...['ColumnAdder', 'RunPlanner', 'RowScorer', 'RunSummarizer', 'ResultsExporter'],
  ...['Evaluation', 'LoadResults'],
];
const QUERYING_API = ['RunRemover', 'DatasetImporter', 'RowMarker', 'Api', 'MonitorLoader'];
const QUERIES = [...QUERYING, ...QUERYING_API];
const WRITES = QUERIES.filter((role) => !['RunPlanner', 'ResultsExporter', 'Api'].includes(role));
const CALLERS = ['EndpointCaller', 'AgentCaller', 'ToolCaller', 'FailureRecorder', 'RowSweeper'];
const TRACES = ['MonitorRunner', 'TraceCollector'];
const OPTIMIZERS = 'TableOptimizers';
const FUNCTIONS = [
  ...QUERIES.filter((role) => !MACHINES.includes(role)),
  ...CALLERS,
  ...TRACES,
  'RowSplitter',
  'RunControl',
];

/**
 * Every action that is granted, to whom, and what is done with it. Whoever does not stand there is refused. A grant that
 * nobody can name a use for does not belong in the templates: `npm run grants` has each of them used.
 */
const GRANTED: Readonly<Record<string, readonly [use: string, ...roles: string[]]>> = {
  // Every query: client/athena/run-query, and the tasks ReadDataset and MergeShard.
  'athena:StartQueryExecution': ['StartQueryExecution', ...QUERIES],
  'athena:GetQueryExecution': ['GetQueryExecution, until the query has ended', ...QUERIES],
  'athena:GetQueryResults': [
    'GetQueryResults of SELECT',
    ...QUERIES.filter((role) => !['Evaluation', 'LoadResults', 'RunRemover', 'MonitorLoader'].includes(role)),
  ],
  'athena:StopQueryExecution': ['what is cut off, and a stopped execution’s .sync task', ...QUERIES],
  'athena:GetDataCatalog': ['Athena itself, for the catalog a query names', ...QUERIES],
  'glue:GetCatalog': ['Athena itself, for S3 Tables', ...QUERIES],
  'glue:GetDatabase': ['Athena itself, for the database of the query and `default`', ...QUERIES],
  'glue:CreateDatabase': ['Athena itself, where the account has no `default` yet', ...QUERIES],
  'glue:GetTable': ['Athena itself, for every table a query names', ...QUERIES, OPTIMIZERS],
  'glue:GetTables': ['Athena itself, to resolve names', ...QUERIES],
  'glue:UpdateTable': ['Iceberg commits: MERGE, UPDATE, ALTER TABLE, compaction', ...WRITES, OPTIMIZERS],
  'lakeformation:GetDataAccess': ['Athena itself, where Lake Formation manages the tables', ...QUERIES],
  's3tables:GetTableBucket': ['Athena itself', ...QUERIES],
  's3tables:GetNamespace': ['Athena itself', ...QUERIES],
  's3tables:GetTable': ['Athena itself', ...QUERIES],
  's3tables:GetTableMetadataLocation': ['Athena itself', ...QUERIES],
  's3tables:GetTableData': ['Athena itself', ...QUERIES],
  's3tables:UpdateTableMetadataLocation': ['Iceberg commits', ...WRITES],
  's3tables:PutTableData': ['Iceberg commits', ...WRITES],

  's3:GetObject': [
    'rows, logs, table files',
    ...QUERIES,
    ...CALLERS,
    'MonitorRunner',
    'RowSplitter',
    'RunControl',
    'BatchJob',
    OPTIMIZERS,
  ],
  's3:PutObject': [
    'row files, logs, exports, query results',
    ...QUERIES,
    ...CALLERS,
    ...TRACES,
    'RowSplitter',
    'BatchJob',
    OPTIMIZERS,
  ],
  's3:DeleteObject': [
    'pieces of exports, imports and runs; files that MERGE replaces',
    ...WRITES,
    'ResultsExporter',
    OPTIMIZERS,
  ],
  's3:ListBucket': [
    'logs of a batch, files of an UNLOAD, staged rows',
    ...QUERIES,
    ...CALLERS,
    'MonitorRunner',
    'RowSplitter',
    'RunControl',
    OPTIMIZERS,
  ],
  's3:GetBucketLocation': ['Athena itself', ...QUERIES],
  's3:ListBucketMultipartUploads': ['Athena itself, before it writes large results', ...QUERIES],
  's3:ListMultipartUploadParts': [
    'Athena itself, and a Map Run, when they write large results',
    ...QUERIES,
    'BatchJob',
  ],
  's3:AbortMultipartUpload': [
    'ObjectWriter.abandon; Athena itself',
    ...QUERIES,
    'RowSplitter',
    'EndpointCaller',
    'BatchJob',
  ],

  'dynamodb:GetItem': [
    'run records, configurations, targets, keys, traces',
    ...['RunPlanner', 'RowScorer', 'RunSummarizer', 'ResultsExporter', 'RunControl', 'RunRemover', 'DatasetImporter'],
    ...['Api', ...CALLERS, ...TRACES],
  ],
  'dynamodb:PutItem': [
    'new run records, counts of batches, monitors and their results, traces',
    ...['RunPlanner', 'RowScorer', 'RunSummarizer', 'RunControl', 'Api', ...CALLERS, ...TRACES],
  ],
  'dynamodb:UpdateItem': [
    'changes of run records, counts, leases',
    ...['RowScorer', 'RunSummarizer', 'ResultsExporter', 'Evaluation', 'LoadResults'],
    ...['RunControl', 'RunRemover', 'RowMarker', 'Api'],
    ...[...CALLERS, 'TraceCollector', 'MonitorLoader'],
  ],
  'dynamodb:DeleteItem': [
    'places of agents that left, leases that were given back, what is deleted',
    ...[
      'RowScorer',
      'RunSummarizer',
      'AgentCaller',
      'RowSweeper',
      'Evaluation',
      'LoadResults',
      'RunRemover',
      'RowMarker',
      'Api',
      'MonitorLoader',
      'MonitorRunner',
      'TraceCollector',
    ],
  ],
  'dynamodb:Query': [
    'lists; counts of a run’s batches, passes of a run, turns of a thread; runs that use a dataset',
    ...['RunPlanner', 'RowScorer', 'RunSummarizer', 'RunControl', 'RunRemover', 'DatasetImporter', 'Api'],
    ...['MonitorRunner', 'ResultsExporter', ...CALLERS],
  ],
  'dynamodb:BatchGetItem': ['traces that a message names', 'TraceCollector', 'Api'],
  'dynamodb:BatchWriteItem': ['counts of a run that is deleted', 'RunRemover'],

  'states:StartExecution': [
    'agents, the children of the Distributed Map, retry and resume, jobs in line, judges of monitors',
    ...['Evaluation', 'BatchJob', 'AgentCaller', 'RunControl', 'RunSummarizer', 'MonitorRunner', 'Api'],
  ],
  'states:StartSyncExecution': ['EXPRESS agents', 'AgentCaller'],
  'states:DescribeExecution': [
    'agents that have ended, the run’s own execution',
    ...['RunPlanner', 'ResultsExporter', 'AgentCaller', 'RowSweeper', 'Evaluation', 'BatchJob', 'RunControl'],
    'TraceCollector',
  ],
  'states:DescribeStateMachine': ['whether an agent is STANDARD or EXPRESS', 'RunPlanner'],
  'states:DescribeMapRun': ['set-concurrency', 'RunControl'],
  'states:ListMapRuns': ['set-concurrency', 'RunControl'],
  'states:UpdateMapRun': ['set-concurrency', 'RunControl'],
  'states:ListExecutions': ['executions whose event never came', 'TraceCollector'],
  'states:StopExecution': [
    'agents that are late or cancelled; the children of a stopped Distributed Map',
    ...['AgentCaller', 'RowSweeper', 'Evaluation', 'BatchJob', 'RunControl'],
  ],
  'states:RedriveExecution': ['the children of a redriven Distributed Map', 'Evaluation', 'BatchJob'],
  'states:GetExecutionHistory': ['tokens of an agent, with trace: true', 'AgentCaller', 'RowSweeper'],
  // startExecution.sync is told of the end by a rule that Step Functions manages.
  'events:PutRule': ['states:startExecution.sync:2', 'Evaluation', 'BatchJob'],
  'events:PutTargets': ['states:startExecution.sync:2', 'Evaluation', 'BatchJob'],
  'events:DescribeRule': ['states:startExecution.sync:2', 'Evaluation', 'BatchJob'],

  'lambda:InvokeFunction': [
    'tools; the functions of a state machine; closing a run that nobody closed; resuming a run of judges',
    ...['ToolCaller', ...MACHINES, 'RunControl', 'Api', 'MonitorRunner'],
  ],
  'secretsmanager:GetSecretValue': ['endpoint.auth', 'EndpointCaller'],
  'kms:Decrypt': ['secrets under a customer key', 'EndpointCaller'],
  'sqs:SendMessage': [
    'rows whose attempts are exhausted; traces for monitors; events that a function failed on',
    ...[...CALLERS, ...TRACES, 'Api', 'RunSummarizer', 'RunRemover', 'RowMarker'],
  ],
  'cloudwatch:PutMetricAlarm': ['the alarm of a monitor', 'Api'],
  'cloudwatch:DeleteAlarms': ['the alarm of a monitor', 'Api'],
  'sns:Publish': ['the end of a run', 'RunSummarizer'],
  // Lambda takes messages from a queue by these, with the function's role.
  'sqs:ReceiveMessage': ['event source mapping', ...TRACES],
  'sqs:DeleteMessage': ['event source mapping', ...TRACES],
  'sqs:GetQueueAttributes': ['event source mapping', ...TRACES],

  'logs:CreateLogGroup': ['the optimizers of Glue', OPTIMIZERS],
  'logs:CreateLogStream': ['Lambda itself', ...FUNCTIONS, OPTIMIZERS],
  'logs:PutLogEvents': ['Lambda itself', ...FUNCTIONS, OPTIMIZERS],
  'xray:PutTraceSegments': ['tracing', ...FUNCTIONS, ...MACHINES],
  'xray:PutTelemetryRecords': ['tracing', ...FUNCTIONS, ...MACHINES],
  'xray:GetSamplingRules': ['tracing of Step Functions', ...MACHINES],
  'xray:GetSamplingTargets': ['tracing of Step Functions', ...MACHINES],
  // Step Functions delivers an execution's log by these.
  ...Object.fromEntries(
    [
      ...['CreateLogDelivery', 'GetLogDelivery', 'UpdateLogDelivery', 'DeleteLogDelivery', 'ListLogDeliveries'],
      ...['PutResourcePolicy', 'DescribeResourcePolicies', 'DescribeLogGroups'],
    ].map((name): [string, [string, ...string[]]] => [`logs:${name}`, ['the log of a state machine', ...MACHINES]]),
  ),
};

type Asked = readonly [role: string, action: string, resource: string];

let roles: Map<string, Statement[]>[];
beforeAll(() => {
  roles = [rolesOf('glue'), rolesOf('s3tables')];
});

const document = (Statement: readonly Statement[]) => ({ Version: '2012-10-17', Statement });
const asked = (of: ReadonlyMap<string, Statement[]>): Asked[] =>
  [...of].flatMap(([role, statements]) =>
    statements.flatMap(({ Action, Resource }) =>
      // Any resource of a pattern: one of them is the pattern itself.
      Action.flatMap((action) => Resource.map((resource): Asked => [role, action, resource])),
    ),
  );

describe('the roles of all stacks', () => {
  it('are granted what the product uses, and nothing that it does not', () => {
    const granted: Record<string, Set<string>> = {};
    for (const [role, action] of roles.flatMap(asked)) granted[action] = (granted[action] ?? new Set()).add(role);
    const listed = Object.entries(GRANTED).map(([action, [, ...names]]) => [action, names.sort()]);
    expect(Object.fromEntries(Object.entries(granted).map(([action, names]) => [action, [...names].sort()]))).toEqual(
      Object.fromEntries(listed),
    );
  });

  it('are granted no action by a pattern, and deny nothing', () => {
    const statements = roles.flatMap((of) => [...of.values()].flat());
    expect(statements.filter(({ Effect, Action }) => Effect !== 'Allow' || Action.join().includes('*'))).toEqual([]);
  });

  it('are refused every action that they are not granted, on whatever another role is granted it', () => {
    const wrong = roles.flatMap((of) =>
      [...of].flatMap(([role, statements]) =>
        asked(of).filter(([, action, resource]) => {
          const isListed = GRANTED[action]?.slice(1).includes(role) ?? false;
          return !isListed && isAllowedBy([document(statements)], action, resource);
        }),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('are refused whatever is taken out of their policies: nothing is granted twice', () => {
    const without = (statements: readonly Statement[], action: string, resource: string): Statement[] =>
      statements.flatMap((one) =>
        one.Action.includes(action) && one.Resource.includes(resource)
          ? [
              { ...one, Action: one.Action.filter((name) => name !== action) },
              { ...one, Action: [action], Resource: one.Resource.filter((name) => name !== resource) },
            ].filter(({ Action, Resource }) => Action.length > 0 && Resource.length > 0)
          : [one],
      );
    const wrong = roles.flatMap((of) =>
      asked(of).filter(([role, action, resource]) => {
        const statements = of.get(role) ?? [];
        const isGranted = isAllowedBy([document(statements)], action, resource);
        return !isGranted || isAllowedBy([document(without(statements, action, resource))], action, resource);
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('stand on the page on security, each with what it may do', () => {
    const page = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8');
    const table = page.slice(page.indexOf('## What each role may do'), page.indexOf('## Reporting a problem'));
    const named = [...table.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell = '']) => cell.match(/(?<=`)\w+(?=`)/g) ?? []);
    expect(named.sort()).toEqual([...(roles[0]?.keys() ?? [])].sort());
  });
});
