/** Why an assembly cannot be loaded: a sentence for the person who started the local cloud. */
export class AssemblyError extends Error {
  override readonly name = 'AssemblyError';
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
