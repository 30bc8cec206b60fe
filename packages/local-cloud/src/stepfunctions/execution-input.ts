import { AwsError } from '../aws-error.ts';
import { type Data, isTooLarge } from './engine/data.ts';

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
