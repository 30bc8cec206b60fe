import { AwsError } from '../aws-error.ts';

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
