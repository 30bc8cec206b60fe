/** Why a folder cannot hold the local cloud's state: a sentence for the person who named it. */
export class DataDirectoryError extends Error {
  override readonly name = 'DataDirectoryError';
}
