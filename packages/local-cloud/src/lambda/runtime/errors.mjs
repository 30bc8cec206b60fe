/** An error of the runtime itself; its name is the `errorType` the invoker sees. */
export function runtimeError(name, message) {
  const error = new Error(message);
  error.name = name;
  return error;
}

/** `{ errorType, errorMessage, trace }`, the shape an invoker gets for whatever was thrown. */
export function errorPayload(thrown) {
  if (!isError(thrown)) return { errorType: typeof thrown, errorMessage: String(thrown), trace: [] };
  return {
    errorType: String(thrown.name),
    errorMessage: String(thrown.message),
    ...(thrown.reason && typeof thrown.reason === 'object' && { reason: thrown.reason, promise: {} }),
    trace: String(thrown.stack ?? '').split('\n'),
  };
}

/** The same error as the runtime writes it to the log, with the error's own fields. */
export function loggedError(thrown) {
  const { errorType, errorMessage, trace } = errorPayload(thrown);
  return { errorType, errorMessage, ...(isError(thrown) ? { ...thrown } : {}), stack: trace };
}

/** Errors made in another realm fail `instanceof`. */
function isError(thrown) {
  return (
    thrown instanceof Error ||
    (thrown !== null && typeof thrown === 'object' && 'name' in thrown && 'message' in thrown && 'stack' in thrown)
  );
}
