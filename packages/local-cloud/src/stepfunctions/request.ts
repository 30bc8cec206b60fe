import { z } from 'zod';
import { AwsError } from '../aws-error.ts';
import { type Data, isTooLarge } from './engine/data.ts';

/** Pieces the operations' inputs share. Values AWS checks with an error of its own are only strings here. */
export const arn = z.string().min(1).max(2000);
export const maxResults = z.number().int().min(0).max(1000).optional();
export const nextToken = z.string().min(1).max(3096).optional();
export const tags = z.array(z.object({ key: z.string().min(1).max(128), value: z.string().max(256) }));
/** Given back as it came. */
export const kept = z.record(z.string(), z.unknown()).optional();

/** 0 and no value both mean the default. */
export const onePage = (input: { readonly maxResults?: number; readonly nextToken?: string }) => ({
  size: input.maxResults || 100,
  token: input.nextToken,
  refusal: () => new AwsError('InvalidToken', `Invalid Token: 'Invalid token'`),
});

const LONGEST_NAME = 80;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const FORBIDDEN = /[\s<>{}[\]?*"#%\\^|~`$&,;:/\u0000-\u001f\u007f-\u009f\ud800-\udfff\ufffe\uffff]/u;

/** The names AWS accepts for state machines and executions. */
export function checkName(name: unknown): string {
  if (typeof name !== 'string' || name.length < 1 || name.length > LONGEST_NAME) {
    throw new AwsError('InvalidName', `Invalid Name: '${String(name)}' must be 1 to ${LONGEST_NAME} characters long.`);
  }
  const wrong = FORBIDDEN.exec(name)?.[0];
  if (wrong !== undefined) {
    throw new AwsError(
      'InvalidName',
      `Invalid Name: '${name}' holds ${JSON.stringify(wrong)}; spaces, < > { } [ ] ? * " # % \\ ^ | ~ \` $ & , ; : / and control characters are not allowed.`,
    );
  }
  return name;
}

export function checkRoleArn(roleArn: string): void {
  if (!/^arn:aws[\w-]*:iam::\d{12}:role\/.+/.test(roleArn)) {
    throw new AwsError('InvalidArn', `Invalid Role Arn: '${roleArn}'`);
  }
}

export function checkVersionDescription(publish: boolean, versionDescription: string | undefined): void {
  if (versionDescription !== undefined && !publish) {
    throw new AwsError('ValidationException', 'Version description can only be set when publish is true');
  }
}

/** The input of StartExecution: JSON text; none is an empty object. */
export function executionInput(text = '{}'): Data {
  if (isTooLarge(text)) {
    throw new AwsError(
      'InvalidExecutionInput',
      `Invalid State Machine Execution Input: 'The input is over the 262144 bytes an execution may be given.'`,
    );
  }
  try {
    const value: unknown = JSON.parse(text);
    return { value, json: text };
  } catch (error) {
    throw new AwsError(
      'InvalidExecutionInput',
      `Invalid State Machine Execution Input: '${error instanceof Error ? error.message : error}'`,
    );
  }
}
