/** What the process answers with; CI goes by it. */
export const EXIT = {
  /** Done, and the thresholds are met. */
  ok: 0,
  /** Done, and a threshold is not met. */
  notMet: 1,
  /** A mistake on the command line or in a file. */
  usage: 2,
  /** The run, or the command, could not complete, or no row was answered. */
  incomplete: 3,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An error for a person: what is wrong, and what to do next. */
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

/** The caller's own mistake: exit code 2. */
export const usageError = (message: string, hint?: string): CliError =>
  new CliError(message, { hint, exitCode: EXIT.usage });
