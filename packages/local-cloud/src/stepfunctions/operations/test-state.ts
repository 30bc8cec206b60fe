import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import type { QueryLanguageName, State, StatesBlock } from '../definition/definition.ts';
import { findState } from '../definition/find-state.ts';
import { isObject } from '../definition/problems.ts';
import { readDefinition } from '../definition/read-definition.ts';
import { LARGEST_DEFINITION, requireValidDefinition } from '../definition/validate-definition.ts';
import { type Data, toData } from '../engine/data.ts';
import { Execution } from '../engine/execution.ts';
import { Inspection, Retriable } from '../engine/inspection.ts';
import { runOneState } from '../engine/run-states.ts';
import { errorDetails, StatesError } from '../engine/states-error.ts';
import { Variables } from '../engine/variables.ts';
import type { Outcome } from '../engine/visit.ts';
import { executionInput } from '../execution-input.ts';
import type { Runner } from '../runner.ts';
import { checkContext, checkFailedIterations, checkMock, parseJson } from '../test-state-options.ts';

const schema = z.object({
  definition: z.string().min(1).max(LARGEST_DEFINITION),
  roleArn: z.string().min(1).max(256).optional(),
  input: z.string().optional(),
  inspectionLevel: z.enum(['INFO', 'DEBUG', 'TRACE']).default('INFO'),
  revealSecrets: z.boolean().default(false),
  variables: z.string().optional(),
  stateName: z.string().min(1).max(80).optional(),
  mock: z
    .object({
      result: z.string().optional(),
      errorOutput: z.object({ error: z.string().optional(), cause: z.string().optional() }).optional(),
      fieldValidationMode: z.enum(['STRICT', 'PRESENT', 'NONE']).optional(),
    })
    .optional(),
  context: z.string().optional(),
  stateConfiguration: z
    .object({
      retrierRetryCount: z.number().int().min(0).optional(),
      errorCausedByState: z.string().optional(),
      mapIterationFailureCount: z.number().int().min(0).optional(),
      mapItemReaderData: z.string().optional(),
    })
    .optional(),
});
type Request = z.output<typeof schema>;

interface FoundState {
  readonly block: StatesBlock;
  readonly name: string;
  readonly state: State;
  readonly language: QueryLanguageName;
}

/** The name of a state that is given without its state machine. */
const ALONE = 'StateName';
const LONGEST_TEST_MS = 5 * 60_000;

/** Runs one state once, and says what each of its fields made of the data. */
export function testState(runner: Runner): Operation<{ roleArn?: string }> {
  return {
    permissions: ({ roleArn }) => [
      { action: 'states:TestState', resource: '*' },
      ...(roleArn === undefined
        ? []
        : [{ action: 'iam:PassRole', resource: roleArn, context: { 'iam:PassedToService': 'states.amazonaws.com' } }]),
    ],
    async run(raw) {
      const request = parseInput(schema, raw);
      const found = stateOf(runner, request);
      const { state } = found;
      if (request.mock && request.revealSecrets) {
        throw new AwsError('ValidationException', 'TestState does not support RevealSecrets when a mock is specified.');
      }
      const { retrierRetryCount, mapIterationFailureCount } = request.stateConfiguration ?? {};
      const mock = checkMock(state, request.mock);
      checkFailedIterations(mapIterationFailureCount, mock);
      if (state.Type === 'Task' && !mock && request.roleArn === undefined) {
        throw new AwsError('ValidationException', 'roleArn is required to test a Task state without a mock.');
      }
      const inspection = new Inspection({
        mock,
        context: checkContext(request.context, state),
        retries: retrierRetryCount,
        failedIterations: mapIterationFailureCount,
      });
      const input = executionInput(request.input);
      inspection.note('input', input.value);
      const answer = await run(runner, request, found, input, inspection);
      if (request.inspectionLevel === 'INFO') return answer;
      return { ...answer, inspectionData: inspectionData(inspection, request.inspectionLevel) };
    },
  };
}

function stateOf(runner: Runner, { definition, stateName }: Request): FoundState {
  const parsed = parseJson(definition, 'The definition must be valid JSON.');
  if (!isObject(parsed)) throw new AwsError('ValidationException', 'The definition must be a JSON object.');
  const alone = parsed.States === undefined;
  const name = alone ? (stateName ?? ALONE) : stateName;
  if (name === undefined) {
    throw new AwsError('ValidationException', 'stateName is required when the definition is that of a state machine.');
  }
  const text = alone ? JSON.stringify({ StartAt: name, States: { [name]: parsed } }) : definition;
  requireValidDefinition(
    text,
    'STANDARD',
    runner.context.hosts,
    alone ? ['MISSING_TRANSITION_TARGET', 'MISSING_END_STATE'] : [],
  );
  const machine = readDefinition(text);
  const block = findState(machine, name);
  const state = block?.States[name];
  if (!state) throw new AwsError('ValidationException', 'State not found in definition');
  return { block, name, state, language: machine.QueryLanguage ?? 'JSONPath' };
}

async function run(
  runner: Runner,
  { roleArn = `arn:aws:iam::${runner.context.accountId}:role/none`, variables }: Request,
  { block, name, language }: FoundState,
  input: Data,
  inspection: Inspection,
): Promise<object> {
  const { mock } = inspection.options;
  const id = randomUUID();
  const execution = new Execution(mock ? { ...runner.parts, runTask: async () => inspection.mocked() } : runner.parts, {
    arn: runner.arns.expressExecution('TestState', id, id),
    name: id,
    stateMachine: { arn: runner.arns.stateMachine('TestState'), name: 'TestState', roleArn },
    block,
    queryLanguage: language,
    input,
    startDate: new Date(),
    sink: { append: () => {} },
  });
  const scope = {
    execution,
    path: '',
    variables: givenVariables(execution, variables),
    signal: AbortSignal.timeout(LONGEST_TEST_MS),
    lastEventId: 0,
  };
  try {
    return succeeded(await runOneState(scope, block, name, input, inspection), inspection);
  } catch (error) {
    if (error instanceof Retriable) return { status: 'RETRIABLE', ...errorDetails(error.reason) };
    if (error instanceof StatesError) return { status: 'FAILED', ...errorDetails(error) };
    if (!scope.signal.aborted) throw error;
    return { status: 'FAILED', error: 'States.Timeout', cause: 'The test of a state may take five minutes.' };
  }
}

function givenVariables(execution: Execution, text: string | undefined): Variables {
  const variables = new Variables(execution.variableBudget);
  const given = text === undefined ? {} : parseJson(text, 'The variables must be valid JSON.');
  if (!isObject(given)) throw new AwsError('ValidationException', 'The variables must be a JSON object.');
  variables.assign('', Object.fromEntries(Object.entries(given).map(([key, value]) => [key, toData(value)])));
  return variables;
}

function succeeded({ output, next, assigned }: Outcome, inspection: Inspection): object {
  if (assigned) {
    const values = Object.entries(assigned).map(([name, { value }]) => [name, value]);
    inspection.note('variables', Object.fromEntries(values));
  }
  const { caughtError } = inspection;
  return {
    status: caughtError ? 'CAUGHT_ERROR' : 'SUCCEEDED',
    ...(caughtError && errorDetails(caughtError)),
    output: output.json,
    nextState: next,
  };
}

/** Members that are not JSON texts. */
const PLAIN = new Set([
  'errorDetails',
  'maxConcurrency',
  'request',
  'response',
  'toleratedFailureCount',
  'toleratedFailurePercentage',
]);

/** The HTTP exchange is for TRACE only. */
function inspectionData({ data }: Inspection, level: string): object {
  const entries = Object.entries(data).filter(
    ([name]) => level === 'TRACE' || (name !== 'request' && name !== 'response'),
  );
  return Object.fromEntries(entries.map(([name, value]) => [name, PLAIN.has(name) ? value : JSON.stringify(value)]));
}
