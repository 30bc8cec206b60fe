/** Grants that no whole run on the local cloud asks for, and why they are there all the same. */
export interface UntestedGrants {
  readonly actions: readonly string[];
  /** Default: every role that has them. */
  readonly roles?: readonly string[];
  /** What the resource's name contains. Default: every resource */
  readonly resource?: string;
  readonly why: string;
}

const ATHENA_RESULTS = '/athena-results/';

/** `npm run grants` fails on a grant that is neither used nor here, and on an entry that nothing needs. */
export const UNTESTED_GRANTS: readonly UntestedGrants[] = [
  {
    roles: ['GlueTablesOptimizers'],
    actions: [
      ...['s3:GetObject', 's3:PutObject', 's3:DeleteObject', 's3:ListBucket', 'glue:GetTable', 'glue:UpdateTable'],
      ...['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'],
    ],
    why: 'Glue compacts tables on AWS only.',
  },
  {
    actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords', 'xray:GetSamplingRules', 'xray:GetSamplingTargets'],
    why: 'The local cloud has no X-Ray. On AWS these are asked for by Lambda and Step Functions where tracing is on.',
  },
  { actions: ['kms:Decrypt'], why: 'Asked for by secrets under a key of the customer; the local cloud has no KMS.' },
  {
    actions: ['lakeformation:GetDataAccess'],
    why: 'Asked for where Lake Formation manages the tables; it grants nothing on the local cloud.',
  },
  {
    actions: ['s3:ListBucketMultipartUploads', 's3:ListMultipartUploadParts', 's3:AbortMultipartUpload'],
    why: 'Athena writes large results in parts, which the local cloud writes in one. Our own uploads are given up half-way only when S3 or their source fails (export-file.test.ts).',
  },
  {
    actions: ['s3:DeleteObject'],
    resource: '/warehouse/',
    why: 'Athena removes the files of a commit that was lost; on the local cloud a commit has no files.',
  },
  {
    actions: ['s3:GetObject'],
    roles: ['Evaluation', 'RunRemover', 'MonitorLoader'],
    resource: ATHENA_RESULTS,
    why: 'AWS names it among what the place of results needs; these roles do not read answers, so that nothing here asks.',
  },
  {
    actions: ['s3:GetObject'],
    roles: ['ColumnAdder'],
    resource: '/staged/',
    why: 'Its query finds no object there; AWS does not tell whether Athena looks by HEAD, which asks for it.',
  },
  {
    actions: ['s3:GetObject'],
    roles: ['ColumnAdder'],
    resource: '/scores/',
    why: 'Its query finds no object there; AWS does not tell whether Athena looks by HEAD, which asks for it.',
  },
  {
    actions: ['glue:GetTables'],
    why: 'AWS lists it for SHOW TABLES, and nothing at all for SELECT and MERGE. It stays until a run on AWS has shown that they do without.',
  },
  {
    actions: ['glue:CreateDatabase'],
    why: 'Only the first query of an account makes the database `default`, with whatever role it has.',
  },
  {
    actions: ['athena:StopQueryExecution'],
    why: 'A query is stopped when the time of its function ends, minutes after its start (run-query.test.ts), or with its execution.',
  },
  {
    roles: ['Evaluation'],
    actions: ['states:DescribeExecution', 'states:StopExecution'],
    resource: ':execution:rollcall-evaluation/',
    why: 'AWS asks for both for a Distributed Map; how it uses them, and what it says without them, is not told.',
  },
  {
    roles: ['Evaluation'],
    actions: ['states:StopExecution'],
    resource: ':execution:rollcall-evaluation:',
    why: 'A stopped execution stops what it waits for: shown with agents; here it is the run of a judge.',
  },
  {
    roles: ['Evaluation'],
    actions: ['lambda:InvokeFunction'],
    resource: ':rollcall-failure-recorder',
    why: 'RecordFailure follows ten crashes of a caller; pause-and-cancel.test.ts invokes the function itself.',
  },
  {
    roles: ['RowSweeper'],
    actions: ['states:StopExecution'],
    why: 'An agent that outlives its batch and its time; the agent caller stops late ones by the same code.',
  },
  {
    roles: ['RowSweeper'],
    actions: ['sqs:SendMessage'],
    why: 'A swept row that might have been tried again; the callers send theirs by the same code.',
  },
  {
    roles: ['AgentCaller'],
    actions: ['dynamodb:GetItem'],
    resource: 'BatchCounts',
    why: 'A repeated batch of an EXPRESS agent; endpoints and tools have the same code.',
  },
  {
    roles: ['AgentCaller', 'ToolCaller'],
    actions: ['dynamodb:PutItem'],
    resource: 'RateLimits',
    why: 'Written when Lambda or Step Functions has turned a call away: `npm run soak`, throttled.test.ts.',
  },
  {
    roles: ['TraceCollector'],
    actions: ['dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
    why: 'An execution is in another thread than before when the mapping of threads was changed; the API moves traces by the same code.',
  },
  {
    roles: ['RunSummarizer'],
    actions: ['s3tables:PutTableData', 's3tables:UpdateTableMetadataLocation'],
    why: 'It loads the rows of a run that was stopped from outside: shown with tables in Glue.',
  },
  {
    roles: ['RunSummarizer'],
    actions: ['glue:UpdateTable'],
    resource: 's3tablescatalog',
    why: 'It loads the rows of a run that was stopped from outside: shown with tables in Glue.',
  },
];
