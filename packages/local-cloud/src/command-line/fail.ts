import { AssemblyError, DataDirectoryError } from '../errors.ts';
import { log } from './log.ts';
import { UsageError } from './usage-error.ts';

/** A mistake of the caller is one line and exit code 2; an assembly that cannot be loaded is exit code 1. */
export function fail(error: unknown): never {
  if (error instanceof UsageError || error instanceof DataDirectoryError) {
    log(error.message);
    process.exit(2);
  }
  log(
    error instanceof AssemblyError ? error.message : `The local cloud cannot start: ${String((error as Error)?.stack)}`,
  );
  process.exit(1);
}
