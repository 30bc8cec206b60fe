import { AwsError } from '../aws-error.ts';
import type { CloudContext } from '../cloud-context.ts';

/** "You must have these to configure Step Functions to send logs to CloudWatch", which know no resources. */
const ACTIONS = [
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
      ACTIONS.map((action) => ({ action: `logs:${action}`, resource: '*' })),
    );
  } catch {
    const message = 'The state machine IAM Role is not authorized to access the Log Destination';
    throw new AwsError('AccessDeniedException', message, 400);
  }
}
