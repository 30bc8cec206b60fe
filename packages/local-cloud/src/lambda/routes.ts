import type { Route } from '../gateway/rest-json-protocol.ts';

const FUNCTIONS = '/2015-03-31/functions';
const FUNCTION = `${FUNCTIONS}/{FunctionName}`;
const CONCURRENCY = '/functions/{FunctionName}/concurrency';
const EVENT_INVOKE_CONFIG = '/2019-09-25/functions/{FunctionName}/event-invoke-config';
const MAPPINGS = '/2015-03-31/event-source-mappings';
const qualifier = { Qualifier: 'Qualifier' };
const revision = { RevisionId: 'RevisionId', ...qualifier };

/** Lambda's operations on HTTP. */
export const routes: readonly Route[] = [
  {
    operation: 'Invoke',
    method: 'POST',
    path: `${FUNCTION}/invocations`,
    query: qualifier,
    headers: {
      'x-amz-invocation-type': 'InvocationType',
      'x-amz-log-type': 'LogType',
      'x-amz-client-context': 'ClientContext',
      'x-amzn-trace-id': 'TraceHeader',
    },
    payload: 'Payload',
    statusMember: 'StatusCode',
    responseHeaders: {
      FunctionError: 'x-amz-function-error',
      LogResult: 'x-amz-log-result',
      ExecutedVersion: 'x-amz-executed-version',
    },
  },
  { operation: 'CreateFunction', method: 'POST', path: FUNCTIONS, status: 201, blobs: ['Code.ZipFile'] },
  {
    operation: 'ListFunctions',
    method: 'GET',
    path: FUNCTIONS,
    query: { Marker: 'Marker', MaxItems: 'MaxItems', FunctionVersion: 'FunctionVersion', MasterRegion: 'MasterRegion' },
  },
  { operation: 'GetFunction', method: 'GET', path: FUNCTION, query: qualifier },
  { operation: 'DeleteFunction', method: 'DELETE', path: FUNCTION, status: 204, query: qualifier },
  { operation: 'GetFunctionConfiguration', method: 'GET', path: `${FUNCTION}/configuration`, query: qualifier },
  { operation: 'UpdateFunctionConfiguration', method: 'PUT', path: `${FUNCTION}/configuration` },
  { operation: 'UpdateFunctionCode', method: 'PUT', path: `${FUNCTION}/code`, blobs: ['ZipFile'] },
  { operation: 'AddPermission', method: 'POST', path: `${FUNCTION}/policy`, status: 201, query: qualifier },
  { operation: 'GetPolicy', method: 'GET', path: `${FUNCTION}/policy`, query: qualifier },
  {
    operation: 'RemovePermission',
    method: 'DELETE',
    path: `${FUNCTION}/policy/{StatementId}`,
    status: 204,
    query: revision,
  },
  { operation: 'PutFunctionConcurrency', method: 'PUT', path: `/2017-10-31${CONCURRENCY}` },
  { operation: 'DeleteFunctionConcurrency', method: 'DELETE', path: `/2017-10-31${CONCURRENCY}`, status: 204 },
  { operation: 'PutFunctionEventInvokeConfig', method: 'PUT', path: EVENT_INVOKE_CONFIG, query: qualifier },
  { operation: 'GetFunctionEventInvokeConfig', method: 'GET', path: EVENT_INVOKE_CONFIG, query: qualifier },
  {
    operation: 'DeleteFunctionEventInvokeConfig',
    method: 'DELETE',
    path: EVENT_INVOKE_CONFIG,
    status: 204,
    query: qualifier,
  },
  { operation: 'CreateEventSourceMapping', method: 'POST', path: MAPPINGS, status: 202 },
  { operation: 'GetEventSourceMapping', method: 'GET', path: `${MAPPINGS}/{UUID}` },
  { operation: 'UpdateEventSourceMapping', method: 'PUT', path: `${MAPPINGS}/{UUID}`, status: 202 },
  { operation: 'DeleteEventSourceMapping', method: 'DELETE', path: `${MAPPINGS}/{UUID}`, status: 202 },
];
