import { AwsError } from '../aws-error.ts';
import type { CloudContext } from '../cloud-context.ts';

const WAITS_FOR_EXECUTIONS = /:states:startExecution\.sync(:2)?"/;
const RULE = 'rule/StepFunctionsGetEventsForStepFunctionsExecutionRule';
const ACTIONS = ['events:PutTargets', 'events:PutRule', 'events:DescribeRule'];

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
      ACTIONS.map((action) => ({ action, resource })),
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `'${roleArn}' is not authorized to create managed-rule. ${reason}`;
    throw new AwsError('AccessDeniedException', message, 400);
  }
}
