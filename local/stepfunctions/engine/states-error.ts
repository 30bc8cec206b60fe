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
