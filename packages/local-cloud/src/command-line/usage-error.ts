/** A mistake on the command line, said in one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
