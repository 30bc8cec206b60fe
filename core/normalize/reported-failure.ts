import { asText, isObject, parseJson } from '../json.ts';

/** What an answer says of its own failure: `success: false`, an `error`, or `status: "failed"`. */
export function reportedFailure(output: unknown): string | undefined {
  if (!isObject(output)) return undefined;
  const { success, error, status } = output;
  const failed = success === false || isError(error) || status === 'failed' || status === 'error';
  if (!failed) return undefined;
  return readableError(error) ?? readableError(output.message) ?? readableError(output.cause) ?? asText(output);
}

const isError = (error: unknown): boolean =>
  (typeof error === 'string' && error !== '') || error === true || (isObject(error) && Object.keys(error).length > 0);

/** What Step Functions says of a failure: the error's name, and a cause that often begins with it too. */
export const readableFailure = (error: string | undefined, cause: string | undefined): string | undefined =>
  cause ? readableError({ type: error, message: cause }) : error;

/** A message for a person out of an error as it comes: text, an object, or JSON inside a text. */
export function readableError(error: unknown): string | undefined {
  if (typeof error === 'string') {
    const inner = error.trimStart().startsWith('{') ? parseJson(error) : undefined;
    return isObject(inner) ? readableError(inner) : error || undefined;
  }
  if (!isObject(error)) return undefined;
  const message = error.errorMessage ?? error.message ?? error.Message ?? error.error ?? error.cause;
  const type = error.errorType ?? error.type ?? error.code ?? error.name;
  const said = readableError(message);
  if (said === undefined) return Object.keys(error).length > 0 ? asText(error) : undefined;
  return typeof type === 'string' && type !== 'error' && !said.startsWith(type) ? `${type}: ${said}` : said;
}
