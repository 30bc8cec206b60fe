import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import type { CloudContext } from '../../cloud-context.ts';
import type { Caller, Operation } from '../../service.ts';
import type { QueryParts } from '../queries/query-parts.ts';
import { invalidRequest, parseInput, token, workGroupName } from '../request.ts';
import { SqlSyntaxError } from '../sql/parse.ts';
import { parseQueryString, type Statement, typeOfStatement } from '../sql/statement.ts';
import { resultUri } from '../statements/query-run.ts';
import { DEFAULT_CATALOG } from '../tables/table-name.ts';
import { checkLocation, PRIMARY, type WorkGroupRecord } from '../workgroups/work-groups.ts';

const LONGEST_QUERY = 262_144;
const LONGEST_PARAMETER = 1024;

const input = z.looseObject({
  QueryString: z.string().min(1),
  ClientRequestToken: token.optional(),
  QueryExecutionContext: z
    .looseObject({ Catalog: z.string().max(256).optional(), Database: z.string().max(255).optional() })
    .optional(),
  ResultConfiguration: z.looseObject({ OutputLocation: z.string().optional() }).optional(),
  WorkGroup: workGroupName.optional(),
  ExecutionParameters: z.array(z.string().min(1).max(LONGEST_PARAMETER)).min(1).optional(),
});

/** Takes a query in and answers at once; the query runs afterwards, with its caller's permissions. */
export function startQueryExecution(context: CloudContext, { queries, workGroups, executor }: QueryParts) {
  const operation: Operation<{ WorkGroup?: string }> = {
    permissions: ({ WorkGroup }) => workGroups.permission('StartQueryExecution', WorkGroup),
    async run(given, { caller }) {
      const request = parseInput(input, given);
      const { QueryString, ClientRequestToken = randomUUID() } = request;
      if (Buffer.byteLength(QueryString) > LONGEST_QUERY) {
        throw invalidRequest(`Query string length exceeds the limit of ${LONGEST_QUERY} bytes`);
      }
      const fingerprint = fingerprintOf(request);
      const known = queries.byToken(ClientRequestToken);
      if (known) return again(known.fingerprint === fingerprint, known.id);

      const workGroup = workGroups.get(request.WorkGroup ?? PRIMARY);
      if (workGroup.state === 'DISABLED') throw invalidRequest(`WorkGroup ${workGroup.name} is disabled.`);
      const output = outputLocation(workGroup, request.ResultConfiguration?.OutputLocation);
      await checkBucket(context, output, caller);
      const statement = await parsed(QueryString);
      const location = statement.kind === 'create-table-as' ? resultUri(output, 'tables/', '') : output;
      if (queries.activeCount >= context.limits.athenaQueries) {
        throw new AwsError(
          'TooManyRequestsException',
          'You have exceeded the limit for the number of queries you can run concurrently. Please reduce the number of concurrent queries submitted by this account.',
          400,
          { Reason: 'CONCURRENT_QUERY_LIMIT_EXCEEDED' },
        );
      }
      // Two calls with one token may both have come this far.
      const meanwhile = queries.byToken(ClientRequestToken);
      if (meanwhile) return again(meanwhile.fingerprint === fingerprint, meanwhile.id);

      const id = randomUUID();
      const { Catalog, Database } = request.QueryExecutionContext ?? {};
      const type = typeOfStatement(statement);
      queries.add({
        id,
        sql: QueryString,
        statementType: type.StatementType,
        substatementType: type.SubstatementType,
        names: { catalog: Catalog ?? DEFAULT_CATALOG, database: unquoted(Database ?? 'default') },
        context: { ...(Catalog ? { Catalog } : {}), ...(Database ? { Database } : {}) },
        parameters: request.ExecutionParameters ?? [],
        workGroup: workGroup.name,
        location,
        outputUri: resultUri(location, id, SUFFIXES[statement.kind] ?? ''),
        engine: workGroup.configuration.EngineVersion?.SelectedEngineVersion,
        cutoff: workGroup.configuration.BytesScannedCutoffPerQuery,
        token: ClientRequestToken,
        fingerprint,
        caller,
        submittedAt: Date.now(),
        state: 'QUEUED',
        bytes: 0,
        columns: [],
      });
      executor.submit({ id, statement, parameters: request.ExecutionParameters ?? [] });
      return { QueryExecutionId: id };
    },
  };
  return operation;
}

/** Clients that write Hive's DDL put the database in back quotes. */
const unquoted = (name: string): string => /^`(.*)`$/.exec(name)?.[1] ?? name;

function again(same: boolean, QueryExecutionId: string): { QueryExecutionId: string } {
  if (!same) throw invalidRequest('Idempotent parameters do not match', 'IDEMPOTENT_PARAMETER_MISMATCH');
  return { QueryExecutionId };
}

function fingerprintOf(request: z.output<typeof input>): string {
  const { QueryString, QueryExecutionContext, ResultConfiguration, WorkGroup, ExecutionParameters } = request;
  const text = JSON.stringify([
    QueryString,
    QueryExecutionContext,
    ResultConfiguration,
    WorkGroup,
    ExecutionParameters,
  ]);
  return createHash('sha256').update(text).digest('base64');
}

/** A workgroup that enforces its settings ignores the client's. */
function outputLocation({ configuration }: WorkGroupRecord, given: string | undefined): string {
  const own = configuration.ResultConfiguration?.OutputLocation;
  const location = configuration.EnforceWorkGroupConfiguration && own ? own : (given ?? own);
  checkLocation(location);
  if (!location) {
    throw invalidRequest(
      'No output location provided. An output location is required either through the Workgroup result configuration setting or as an API input.',
    );
  }
  return location;
}

async function checkBucket(context: CloudContext, location: string, caller: Caller): Promise<void> {
  const Bucket = location.slice('s3://'.length).split('/')[0] ?? '';
  try {
    context.authorize(caller, [{ action: 's3:GetBucketLocation', resource: `arn:aws:s3:::${Bucket}` }]);
    await context.call('s3', 'HeadBucket', { Bucket }, context.administrator);
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    throw invalidRequest(`Unable to verify/create output bucket ${Bucket}`);
  }
}

/** What does not parse is refused here; what parses and fails later is a query that FAILED. */
async function parsed(sql: string): Promise<Statement> {
  try {
    return await parseQueryString(sql);
  } catch (error) {
    if (!(error instanceof SqlSyntaxError)) throw error;
    throw invalidRequest(error.message, 'MALFORMED_QUERY');
  }
}

const SUFFIXES: Readonly<Partial<Record<Statement['kind'], string>>> = {
  select: '.csv',
  update: '.csv',
  delete: '.csv',
  merge: '.csv',
  ddl: '.txt',
  'create-view': '.txt',
};
