import { InvokeCommand } from '@aws-sdk/client-lambda';
import { ERRORS, type ErrorName, hintFor } from '../../contracts/errors.ts';
import { CliError, EXIT } from '../exit-codes.ts';
import type { Connection } from './connect.ts';

/** An error one of our functions answered with. `errorType` is a name of contracts/errors.ts. */
export class FunctionFailure extends CliError {
  readonly errorType: string;

  constructor(errorType: string, message: string) {
    super(message, { hint: hintFor(errorType), exitCode: isMistake(errorType) ? EXIT.usage : EXIT.incomplete });
    this.errorType = errorType;
  }
}

const isMistake = (errorType: string): boolean =>
  Object.hasOwn(ERRORS, errorType) && ERRORS[errorType as ErrorName].class === 'validation';

/** Invokes one of our functions and gives its answer back. */
export async function invoke(functionArn: string, payload: unknown, { clients }: Connection): Promise<unknown> {
  const answer = await clients.lambda.send(
    new InvokeCommand({ FunctionName: functionArn, Payload: Buffer.from(JSON.stringify(payload)) }),
  );
  const text = Buffer.from(answer.Payload ?? []).toString('utf8');
  const parsed: unknown = text ? JSON.parse(text) : undefined;
  if (!answer.FunctionError) return parsed;
  const { errorType = 'Error', errorMessage = text } = (parsed ?? {}) as { errorType?: string; errorMessage?: string };
  throw new FunctionFailure(errorType, errorMessage);
}
