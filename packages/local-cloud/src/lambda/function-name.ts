import { AwsError } from '../aws-error.ts';
import type { CloudContext } from '../cloud-context.ts';

/** A function as requests name it: by name, `ACCOUNT:function:NAME` or ARN, each with an optional `:QUALIFIER`. */
export interface FunctionName {
  readonly name: string;
  readonly qualifier?: string;
  readonly region?: string;
}

const PATTERN =
  /^(?:arn:aws[\w-]*:lambda:(?<region>[\w-]+):)?(?:(?<account>\d{12}):)?(?:function:)?(?<name>[\w-]{1,64})(?::(?<qualifier>\$LATEST(?:\.PUBLISHED)?|[\w-]+))?$/;

export function parseFunctionName(value: unknown): FunctionName | undefined {
  const { name, qualifier, region } = PATTERN.exec(typeof value === 'string' ? value : '')?.groups ?? {};
  return name === undefined ? undefined : { name, qualifier, region };
}

export function invalidFunctionName(value: unknown): AwsError {
  const given = value === undefined ? 'Value null' : `Value '${String(value)}'`;
  return new AwsError(
    'ValidationException',
    `1 validation error detected: ${given} at 'functionName' failed to satisfy constraint: ` +
      'Member must be a function name (letters, digits, - and _, up to 64 characters) or a function ARN',
  );
}

export function functionArn(context: CloudContext, name: string, qualifier?: string): string {
  const arn = `arn:aws:lambda:${context.region}:${context.accountId}:function:${name}`;
  return qualifier ? `${arn}:${qualifier}` : arn;
}

/** The resource a permission is asked for; never fails, as bad names are reported by the operation itself. */
export function resourceArn(context: CloudContext, value: unknown, qualifier?: unknown): string {
  const parsed = parseFunctionName(value);
  const version = typeof qualifier === 'string' ? qualifier : parsed?.qualifier;
  return parsed ? functionArn(context, parsed.name, version) : '*';
}
