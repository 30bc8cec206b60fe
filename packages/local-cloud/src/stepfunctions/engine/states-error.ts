/** A failure as a state machine sees it: `error` is what Retry and Catch match, `cause` is for people. */
export class StatesError extends Error {
  readonly error: string;
  override readonly cause: string;

  constructor(error: string, cause: string) {
    super(`${error}: ${cause}`);
    this.error = error;
    this.cause = cause;
  }
}

/** The names an error has in an event's details; AWS leaves out what is empty. */
export function errorDetails({ error, cause }: StatesError): { error?: string; cause?: string } {
  return { ...(error !== '' && { error }), ...(cause !== '' && { cause }) };
}

export function dataLimitExceeded(what: string): StatesError {
  return new StatesError(
    'States.DataLimitExceeded',
    `The state/task '${what}' returned a result with a size exceeding the maximum number of bytes service limit.`,
  );
}
