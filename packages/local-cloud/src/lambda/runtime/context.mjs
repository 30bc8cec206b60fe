/** The second argument of a handler. */
export function createContext({ requestId, deadline, functionArn, clientContext }, takesCallbacks) {
  return {
    ...(takesCallbacks && { callbackWaitsForEmptyEventLoop: true }),
    functionVersion: process.env.AWS_LAMBDA_FUNCTION_VERSION,
    functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
    memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    logGroupName: process.env.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: process.env.AWS_LAMBDA_LOG_STREAM_NAME,
    clientContext,
    identity: undefined,
    invokedFunctionArn: functionArn,
    awsRequestId: requestId,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
}
