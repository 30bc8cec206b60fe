import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import { ERRORS, type ErrorName, RollcallError } from '../../contracts/errors.ts';

/** Invokes one of our functions and gives its answer back. An error it answered with is raised under its own name. */
export async function invoke(functionArn: string, payload: unknown, lambda: LambdaClient): Promise<unknown> {
  const answer = await lambda.send(
    new InvokeCommand({ FunctionName: functionArn, Payload: Buffer.from(JSON.stringify(payload)) }),
  );
  const text = Buffer.from(answer.Payload ?? []).toString('utf8');
  const parsed: unknown = text ? JSON.parse(text) : undefined;
  if (!answer.FunctionError) return parsed;
  const { errorType = '', errorMessage = text } = (parsed ?? {}) as { errorType?: string; errorMessage?: string };
  throw raisedByFunction({ code: errorType, message: errorMessage });
}

/** What one of our functions has raised. */
export function raisedByFunction({ code, message }: { readonly code: string; readonly message: string }) {
  if (isOurs(code)) return new RollcallError(code, message);
  const cause = Object.assign(new Error(message), { name: code });
  return new RollcallError('FunctionFailed', message, { cause });
}

/** Has one of our functions do something, and does not wait for it. */
export async function invokeLater(FunctionName: string, payload: unknown, lambda: LambdaClient): Promise<void> {
  const Payload = JSON.stringify(payload);
  await lambda.send(new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload }));
}

const isOurs = (name: string): name is ErrorName => Object.hasOwn(ERRORS, name);
