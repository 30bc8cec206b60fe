/** One call of a function, as an execution environment is given it. */
export interface Invocation {
  readonly requestId: string;
  /** JSON text. */
  readonly payload: string;
  readonly functionArn: string;
  readonly traceId: string;
  readonly clientContext?: unknown;
  /** Called for each log line, the platform's own included, for invokers that asked for the tail of the log. */
  readonly onLog?: (message: string) => void;
}

/** What an invoker gets: the handler's answer, or an error's `{ errorType, errorMessage, trace }`. */
export interface InvocationResult {
  readonly payload: string;
  readonly failed: boolean;
}

export function platformError(errorType: string, errorMessage: string): InvocationResult {
  return { payload: JSON.stringify({ errorType, errorMessage }), failed: true };
}
