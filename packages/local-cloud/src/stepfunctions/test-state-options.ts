import { AwsError } from '../aws-error.ts';
import type { State } from './definition/definition.ts';
import { isObject } from './definition/problems.ts';
import type { InspectionOptions } from './engine/inspection.ts';
import { StatesError } from './engine/states-error.ts';

interface Mock {
  readonly result?: string;
  readonly errorOutput?: { readonly error?: string; readonly cause?: string };
}

const refused = (message: string): AwsError => new AwsError('ValidationException', message);

export function parseJson(text: string, otherwise: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refused(otherwise);
  }
}

/** The mock of a Task, Map or Parallel. The shape a service answers in is not checked. */
export function checkMock(state: State, mock: Mock | undefined): InspectionOptions['mock'] {
  const { Type } = state;
  if (!mock) {
    if (Type === 'Map' || Type === 'Parallel') {
      throw new AwsError(
        'InvalidDefinition',
        'TestState API does not support Map or Parallel states. Supported state types include: [Task, Wait, Pass, Succeed, Fail, Choice]',
      );
    }
    return undefined;
  }
  if (Type !== 'Task' && Type !== 'Map' && Type !== 'Parallel') {
    throw refused(`State type '${Type}' is not supported when a mock is specified`);
  }
  const { result, errorOutput } = mock;
  if ((result === undefined) === (errorOutput === undefined)) {
    throw refused('A test mock should have only one of the following fields: [result, errorOutput].');
  }
  if (errorOutput) return { error: new StatesError(errorOutput.error ?? '', errorOutput.cause ?? '') };
  const value = parseJson(String(result), 'Mocked result must be valid JSON');
  if (Type === 'Map' && state.ResultWriter) {
    if (!isObject(value)) throw refused('Mocked result must be a JSON object.');
  } else if (Type !== 'Task' && !Array.isArray(value)) throw refused('Mocked result must be an array.');
  if (Type === 'Parallel' && (value as unknown[]).length !== state.Branches.length) {
    throw refused('Mocked result must contain the same number of items as number of Parallel branches.');
  }
  return { result: value };
}

export function checkFailedIterations(count: number | undefined, mock: InspectionOptions['mock']): void {
  if (count === undefined) return;
  if (!mock) throw refused('TestState does not support MapIterationFailureCount when a mock is not specified.');
  if ('result' in mock && Array.isArray(mock.result) && count > mock.result.length) {
    throw refused('Map iteration failure count must be less than or equal to the number of Map iterations');
  }
}

/** The members a context object may have; `any` takes all values. */
const CONTEXT: Readonly<Record<string, Readonly<Record<string, 'string' | 'number' | 'any'>>>> = {
  Execution: {
    Id: 'string',
    Input: 'any',
    Name: 'string',
    RoleArn: 'string',
    StartTime: 'string',
    RedriveCount: 'number',
    RedriveTime: 'string',
  },
  State: { EnteredTime: 'string', Name: 'string', RetryCount: 'number' },
  StateMachine: { Id: 'string', Name: 'string' },
  Task: { Token: 'string' },
};

export function checkContext(text: string | undefined, state: State): Record<string, unknown> | undefined {
  if (text === undefined) return undefined;
  const wrong = (message: string) => refused(`Invalid Context object provided: ${message}`);
  const context = parseJson(text, 'Invalid Context object provided: it must be valid JSON');
  if (!isObject(context)) throw wrong('it must be a JSON object');
  for (const [name, part] of Object.entries(context)) {
    if (name === 'Map') throw wrong("'Map' field is not supported when mocking a Context object");
    const members = Object.hasOwn(CONTEXT, name) ? CONTEXT[name] : undefined;
    if (!members || !isObject(part)) throw wrong(`Field '${name}' is not allowed`);
    for (const [member, value] of Object.entries(part)) {
      const type = Object.hasOwn(members, member) ? members[member] : undefined;
      if (!type) throw wrong(`Field '${member}' is not allowed`);
      if (type !== 'any' && typeof value !== type) throw wrong(`${name}.${member} must be a ${type}`);
    }
  }
  const waits = state.Type === 'Task' && /\.(sync(:2)?|waitForTaskToken)$/.test(state.Resource);
  if (context.Task !== undefined && !waits) {
    throw wrong(
      "Context object contains 'Task' when state is not a Task state with a '.sync' or '.waitForTaskToken' service integration pattern",
    );
  }
  return context;
}
