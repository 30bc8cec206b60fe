import { randomUUID } from 'node:crypto';
import type { CloudContext } from '../../cloud-context.ts';
import type { Caller } from '../../service.ts';
import { sleep } from '../engine/cancel.ts';
import { StatesError } from '../engine/states-error.ts';
import type { Integration, IntegrationRun } from './integration.ts';
import { optimizedError } from './service-error.ts';
import { capitalized, type Json, sdkMetadata, toJson } from './shapes.ts';
import { poll } from './waiting.ts';

const ERRORS = { prefix: 'Athena', service: 'AmazonAthena', fallback: 'AmazonAthenaException' };
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;

interface QueryExecutionOutput {
  readonly QueryExecution?: { readonly Status?: { readonly State?: string } };
}

/** `arn:aws:states:::athena:startQueryExecution` and `.sync` */
export const athenaStartQueryExecution: Integration = {
  patterns: ['request', 'sync'],
  required: ['QueryString'],
  optional: [
    'ClientRequestToken',
    'ExecutionParameters',
    'QueryExecutionContext',
    'ResultConfiguration',
    'ResultReuseConfiguration',
    'WorkGroup',
  ],
  async run(run, { context }) {
    const input = { ClientRequestToken: randomUUID(), ...run.arguments };
    const { QueryExecutionId } = await call<{ QueryExecutionId: string }>(
      context,
      'StartQueryExecution',
      input,
      run.caller,
    );
    const result = { QueryExecutionId, ...sdkMetadata(randomUUID()) };
    if (run.pattern === 'request') return result;
    run.emit({ kind: 'submitted', output: result });
    return finished(QueryExecutionId, run, context);
  },
};

/** Waits for the query's end; when the task is aborted, the query is stopped with it. */
async function finished(QueryExecutionId: string, run: IntegrationRun, context: CloudContext): Promise<Json> {
  const look = { service: 'athena', operation: 'GetQueryExecution', input: { QueryExecutionId }, errors: ERRORS };
  try {
    const { syncPoll } = context.latency.athena;
    for (let wait = syncPoll || FIRST_PAUSE_MS; ; wait = syncPoll || Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      const output = await poll<QueryExecutionOutput>(look, run, context);
      const state = output.QueryExecution?.Status?.State;
      const result = toJson(output, 'milliseconds');
      if (state === 'SUCCEEDED') return result;
      if (state === 'FAILED' || state === 'CANCELLED')
        throw new StatesError('States.TaskFailed', JSON.stringify(result));
      await sleep(wait, run.signal);
    }
  } catch (error) {
    if (run.signal.aborted) {
      await call(context, 'StopQueryExecution', { QueryExecutionId }, run.caller).catch(() => {});
    }
    throw error;
  }
}

/** The Athena calls that only ask and answer: `athena:getQueryResults` … */
function athenaRequest(action: string, optional: readonly string[] = []): Integration {
  return {
    patterns: ['request'],
    required: ['QueryExecutionId'],
    optional,
    async run(run, { context }) {
      const output = await call(context, capitalized(action), run.arguments, run.caller);
      return { ...(toJson(output, 'milliseconds') as object), ...sdkMetadata(randomUUID()) };
    },
  };
}

export const athenaGetQueryExecution = athenaRequest('getQueryExecution');
export const athenaGetQueryResults = athenaRequest('getQueryResults', ['MaxResults', 'NextToken', 'QueryResultType']);
export const athenaStopQueryExecution = athenaRequest('stopQueryExecution');

async function call<Output>(context: CloudContext, operation: string, input: unknown, caller: Caller): Promise<Output> {
  try {
    return await context.call<Output>('athena', operation, input, caller);
  } catch (error) {
    throw optimizedError(ERRORS, error);
  }
}
