import { hintFor, RollcallError } from '../contracts/errors.ts';
import { CliError, EXIT, type ExitCode } from './exit-codes.ts';

export interface Explanation {
  readonly message: string;
  readonly hint?: string;
  readonly exitCode: ExitCode;
}

/** What AWS's errors mean for the person at the terminal, by their name. */
const KNOWN: [pattern: RegExp, hint: string][] = [
  [
    /CredentialsProviderError|ExpiredToken|InvalidClientTokenId|UnrecognizedClient|SSOTokenProviderFailure/,
    'Sign in (aws sso login, aws configure) or name a profile with --profile. Without --aws, --profile, --region or --stack commands act on the local cloud.',
  ],
  [
    /AccessDenied|AccessDeniedException|UnauthorizedOperation/,
    'The credentials lack a permission. `rollcall doctor` tells which ones work.',
  ],
  [
    /ECONNREFUSED|ECONNRESET|ENOTFOUND|TimeoutError/,
    'Nothing answers there. Check AWS_ENDPOINT_URL, the region and the network.',
  ],
];

/** Any error as one message and the next step. */
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
