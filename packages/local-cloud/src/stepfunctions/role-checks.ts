import { AwsError } from '../aws-error.ts';
import type { CloudContext } from '../cloud-context.ts';
import { noteTracing } from '../tracing.ts';
import type { StateMachineRecord } from './store/state-machines.ts';

/** "You must have these to configure Step Functions to send logs to CloudWatch", which know no resources. */
const LOG_ACTIONS = [
  ...['CreateLogDelivery', 'GetLogDelivery', 'UpdateLogDelivery', 'DeleteLogDelivery', 'ListLogDeliveries'],
  ...['PutResourcePolicy', 'DescribeResourcePolicies', 'DescribeLogGroups'],
];

/** A state machine that logs, and whose role may not have its log delivered, is refused. */
export function requireLogDelivery(logging: unknown, roleArn: string, context: CloudContext): void {
  const { level = 'OFF' } = (logging ?? {}) as { level?: unknown };
  if (level === 'OFF') return;
  try {
    context.authorize(
      context.assumeRole(roleArn, 'log-delivery'),
      LOG_ACTIONS.map((action) => ({ action: `logs:${action}`, resource: '*' })),
    );
  } catch {
    const message = 'The state machine IAM Role is not authorized to access the Log Destination';
    throw new AwsError('AccessDeniedException', message, 400);
  }
}

const WAITS_FOR_EXECUTIONS = /:states:startExecution\.sync(:2)?"/;
const RULE = 'rule/StepFunctionsGetEventsForStepFunctionsExecutionRule';
const RULE_ACTIONS = ['events:PutTargets', 'events:PutRule', 'events:DescribeRule'];

/**
 * Step Functions learns of the ends of executions that `.sync` tasks wait for through a rule that it makes in the name of
 * the role. A state machine whose role may not have it is refused.
 */
export function requireManagedRule(definition: string, roleArn: string, context: CloudContext): void {
  if (!WAITS_FOR_EXECUTIONS.test(definition)) return;
  const resource = `arn:aws:events:${context.region}:${context.accountId}:${RULE}`;
  try {
    context.authorize(
      context.assumeRole(roleArn, 'managed-rule'),
      RULE_ACTIONS.map((action) => ({ action, resource })),
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `'${roleArn}' is not authorized to create managed-rule. ${reason}`;
    throw new AwsError('AccessDeniedException', message, 400);
  }
}

/** What AWS documents for state machines with tracing: they sample by the rules of the account, which functions do not. */
const TRACING_ACTIONS = ['PutTraceSegments', 'PutTelemetryRecords', 'GetSamplingRules', 'GetSamplingTargets'];

type Traced = Pick<StateMachineRecord, 'name' | 'roleArn' | 'tracingConfiguration'>;

export function noteMachineTracing({ name, roleArn, tracingConfiguration }: Traced, context: CloudContext): void {
  const { enabled = false } = (tracingConfiguration ?? {}) as { enabled?: unknown };
  if (enabled === true) noteTracing(context, name, roleArn, TRACING_ACTIONS);
}
