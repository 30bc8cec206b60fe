import { hintFor, RollcallError } from '../contracts/errors.ts';
import { CliError, EXIT, type ExitCode } from './exit-codes.ts';

export interface Explanation {
  readonly message: string;
  readonly hint?: string;
  readonly exitCode: ExitCode;
}

/** Hints for AWS errors by name. */
const KNOWN: [pattern: RegExp, hint: string][] = [
  [
    /CredentialsProviderError|ExpiredToken|InvalidClientTokenId|UnrecognizedClient|SSOTokenProviderFailure/,
    'Sign in (aws sso login, aws configure) or pass --profile. Without --aws, --profile, --region and --stack, commands use the local cloud.',
  ],
  [
    /AccessDenied|AccessDeniedException|UnauthorizedOperation/,
    'Your credentials lack a permission. Run `rollcall doctor` to see which calls work.',
  ],
  [
    /ECONNREFUSED|ECONNRESET|ENOTFOUND|TimeoutError/,
    'No response. Check AWS_ENDPOINT_URL, the Region and the network.',
  ],
];

export function explain(error: unknown): Explanation {
  if (error instanceof CliError) return error;
  if (!(error instanceof Error)) return { message: String(error), exitCode: EXIT.incomplete };
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const hint = KNOWN.find(([pattern]) => pattern.test(error.name) || pattern.test(code))?.[1];
  const message = error.message || code || error.name;
  if (error instanceof RollcallError) {
    const exitCode = error.errorClass === 'validation' ? EXIT.usage : EXIT.incomplete;
    return { message, hint: hintFor(error.name), exitCode };
  }
  return { message, hint, exitCode: EXIT.incomplete };
}
