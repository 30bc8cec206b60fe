import { AwsError } from '../aws-error.ts';

export type DenialReason =
  | 'no-identity-policy'
  | 'no-boundary'
  | 'not-trusted'
  | 'explicit-identity'
  | 'explicit-boundary'
  | 'explicit-resource';

/** Services whose error for this is not `AccessDeniedException`. */
const CODES: Readonly<Record<string, string>> = {
  s3: 'AccessDenied',
  sns: 'AuthorizationError',
  sqs: 'AccessDenied',
  cloudformation: 'AccessDenied',
  sts: 'AccessDenied',
  iam: 'AccessDenied',
  cloudwatch: 'AccessDenied',
};

/** JSON 1.x services answer 400; those that speak REST or Query answer 403. */
const FORBIDDEN = ['s3', 's3tables', 'sns', 'sqs', 'cloudformation', 'sts', 'iam', 'cloudwatch', 'lambda'];

/** AWS's own words for a call that the caller's policies do not let through. */
export function accessDenied(callerArn: string, action: string, resource: string, reason: DenialReason): AwsError {
  const service = action.split(':', 1)[0] ?? '';
  const target = service === 's3' ? `"${resource}"` : resource;
  const on = resource === '*' ? '' : ` on resource: ${target}`;
  const why = because(action, reason);
  return new AwsError(
    CODES[service] ?? 'AccessDeniedException',
    `User: ${callerArn} is not authorized to perform: ${action}${on}${why && ` ${why}`}`,
    FORBIDDEN.includes(service) ? 403 : 400,
  );
}

function because(action: string, reason: DenialReason): string {
  switch (reason) {
    case 'no-identity-policy':
      return `because no identity-based policy allows the ${action} action`;
    case 'no-boundary':
      return `because no permissions boundary allows the ${action} action`;
    case 'not-trusted':
      return '';
    case 'explicit-identity':
      return 'with an explicit deny in an identity-based policy';
    case 'explicit-boundary':
      return 'with an explicit deny in a permissions boundary';
    case 'explicit-resource':
      return 'with an explicit deny in a resource-based policy';
  }
}
