const allow = (Action: string[], Resource: string | string[] = '*') => ({ Effect: 'Allow', Action, Resource });
const policy = (...Statement: object[]) => ({ Version: '2012-10-17', Statement });

/**
 * The policies AWS keeps itself, by what follows `arn:aws:iam::aws:policy/`. Only those a serverless stack commonly
 * attaches are here; a template that names another is refused, since nobody could say what it allows.
 */
export const awsManagedPolicies: Readonly<Record<string, object>> = {
  'service-role/AWSLambdaBasicExecutionRole': policy(
    allow(['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents']),
  ),
  'service-role/AWSLambdaSQSQueueExecutionRole': policy(
    allow([
      'sqs:ReceiveMessage',
      'sqs:DeleteMessage',
      'sqs:GetQueueAttributes',
      'logs:CreateLogGroup',
      'logs:CreateLogStream',
      'logs:PutLogEvents',
    ]),
  ),
  'service-role/AWSLambdaRole': policy(allow(['lambda:InvokeFunction'])),
  AWSXRayDaemonWriteAccess: policy(
    allow([
      'xray:PutTraceSegments',
      'xray:PutTelemetryRecords',
      'xray:GetSamplingRules',
      'xray:GetSamplingTargets',
      'xray:GetSamplingStatisticSummaries',
    ]),
  ),
  CloudWatchLambdaInsightsExecutionRolePolicy: policy(
    allow(['logs:CreateLogGroup']),
    allow(['logs:CreateLogStream', 'logs:PutLogEvents'], 'arn:aws:logs:*:*:log-group:/aws/lambda-insights:*'),
  ),
  CloudWatchLogsFullAccess: policy(allow(['logs:*', 'cloudwatch:GenerateQuery'])),
  AmazonS3ReadOnlyAccess: policy(
    allow(['s3:Get*', 's3:List*', 's3:Describe*', 's3-object-lambda:Get*', 's3-object-lambda:List*']),
  ),
  AmazonS3FullAccess: policy(allow(['s3:*', 's3-object-lambda:*'])),
  AWSStepFunctionsReadOnlyAccess: policy(
    allow([
      'states:ListStateMachines',
      'states:ListActivities',
      'states:DescribeStateMachine',
      'states:DescribeStateMachineForExecution',
      'states:ListExecutions',
      'states:DescribeExecution',
      'states:GetExecutionHistory',
      'states:DescribeActivity',
      'states:ListTagsForResource',
      'states:DescribeMapRun',
      'states:ListMapRuns',
      'states:DescribeStateMachineAlias',
      'states:ListStateMachineAliases',
      'states:ListStateMachineVersions',
      'states:ValidateStateMachineDefinition',
    ]),
  ),
  AWSStepFunctionsFullAccess: policy(allow(['states:*'])),
  AdministratorAccess: policy(allow(['*'])),
};

const PREFIX = 'arn:aws:iam::aws:policy/';

export const isAwsManaged = (arn: string): boolean => arn.startsWith(PREFIX);

export function awsManagedPolicy(arn: string): object | undefined {
  const name = arn.slice(PREFIX.length);
  return Object.hasOwn(awsManagedPolicies, name) ? awsManagedPolicies[name] : undefined;
}
