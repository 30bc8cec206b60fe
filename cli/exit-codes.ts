/** Exit codes of the process, for CI. */
export const EXIT = {
  /** Success; the thresholds are met. */
  ok: 0,
  /** A threshold is not met. */
  notMet: 1,
  /** Invalid command line or file. */
  usage: 2,
  /** The run or command could not complete, or no row was answered. */
  incomplete: 3,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An error with a hint about the next step. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly hint?: string;
  readonly exitCode: ExitCode;

  constructor(message: string, options: { hint?: string; exitCode?: ExitCode; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.hint = options.hint;
    this.exitCode = options.exitCode ?? EXIT.incomplete;
  }
}

/** An error of the user, with exit code 2. */
export const usageError = (message: string, hint?: string): CliError =>
  new CliError(message, { hint, exitCode: EXIT.usage });
