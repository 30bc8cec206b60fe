import type { z } from 'zod';
import { AwsError } from './aws-error.ts';

/** How a service names a wrong input. */
interface InputErrorNames {
  readonly invalid: string;
  readonly missing: string;
}

/** What checks an operation's input against its schema, and answers as the service does when it does not fit. */
export function inputParser(names: InputErrorNames) {
  return <Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> => {
    const result = schema.safeParse(input ?? {}, { reportInput: true });
    if (result.success) return result.data;
    const issues = result.error.issues.map(describe);
    const plural = issues.length === 1 ? 'error' : 'errors';
    throw new AwsError(
      issues.some((issue) => issue.missing) ? names.missing : names.invalid,
      `${issues.length} validation ${plural} detected: ${issues.map((issue) => issue.text).join('; ')}`,
    );
  };
}

/** For services that say ValidationException; the others have a parser of their own in their `request.ts`. */
export const parseInput = inputParser({ invalid: 'ValidationException', missing: 'ValidationException' });

type Issue = z.core.$ZodIssue;

function describe(issue: Issue): { missing: boolean; text: string } {
  const missing = issue.code === 'invalid_type' && (issue.input === undefined || issue.input === null);
  const path = issue.path.map((step) => (typeof step === 'number' ? `${step + 1}.member` : lowerFirst(String(step))));
  const value = missing ? 'Value null' : 'Value';
  const constraint = missing ? 'Member must not be null' : constraintOf(issue);
  return { missing, text: `${value} at '${path.join('.')}' failed to satisfy constraint: ${constraint}` };
}

function constraintOf(issue: Issue): string {
  const measured = 'origin' in issue && (issue.origin === 'number' || issue.origin === 'int') ? 'value' : 'length';
  switch (issue.code) {
    case 'too_small':
      return `Member must have ${measured} greater than or equal to ${issue.minimum}`;
    case 'too_big':
      return `Member must have ${measured} less than or equal to ${issue.maximum}`;
    case 'invalid_value':
      return `Member must satisfy enum value set: [${issue.values.join(', ')}]`;
    case 'invalid_format':
      return issue.pattern
        ? `Member must satisfy regular expression pattern: ${issue.pattern.replace(/^\/\^?|\$?\/[a-z]*$/g, '')}`
        : `Member must be a valid ${issue.format}`;
    case 'invalid_type':
      return `Member must be of type ${issue.expected}`;
    default:
      return issue.message;
  }
}

const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);
