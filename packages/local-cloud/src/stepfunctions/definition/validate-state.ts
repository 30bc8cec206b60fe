import { parseTimestamp } from '../engine/wait.ts';
import { expressionIn } from '../query-language/jsonata-expression.ts';
import type { QueryLanguageName } from './definition.ts';
import { checkStateFields, requireFields, STATE_TYPES } from './fields.ts';
import type { Json, Problems } from './problems.ts';
import { checkChoice } from './validate-choice.ts';
import { checkExpressions } from './validate-jsonata.ts';
import { checkJsonPathState } from './validate-jsonpath.ts';
import { checkMap } from './validate-map.ts';
import { checkAssign, checkOutput } from './validate-output.ts';
import { checkCatch, checkRetry, checkWhole } from './validate-recovery.ts';
import { checkTask, type Hosts } from './validate-task.ts';

const LARGEST = 99_999_999;

/** What a state is checked against besides itself. */
export interface StateSurroundings {
  readonly language: QueryLanguageName;
  readonly machineType: string;
  readonly hosts?: Hosts;
  /** Notes a transition, and whether its target exists. */
  checkTarget(target: unknown, at: string): void;
}

/** Checks one state; the states inside a Parallel or Map are the caller's. */
export function checkState(state: Json, around: StateSurroundings, at: string, problems: Problems): void {
  const { Type, QueryLanguage } = state;
  if (Type === undefined) {
    requireFields(state, ['Type'], at, problems);
    return;
  }
  if (typeof Type !== 'string' || !STATE_TYPES.includes(Type)) {
    problems.add(`${at}/Type`, `The field 'Type' should have one of these values: [${STATE_TYPES.join(', ')}]`);
    return;
  }
  if (QueryLanguage !== undefined && QueryLanguage !== 'JSONata' && QueryLanguage !== 'JSONPath') {
    problems.add(`${at}/QueryLanguage`, 'QueryLanguage must be JSONata or JSONPath');
    return;
  }
  const language = QueryLanguage ?? around.language;
  if (around.language === 'JSONata' && language === 'JSONPath') {
    problems.add(at, "'QueryLanguage' can not be 'JSONPath' if set to 'JSONata' for whole state machine");
  }
  checkStateFields(state, Type, language, at, problems);
  checkFlow(state, Type, around, at, problems);
  // "The API's or sub-workflow's result": only these states have one.
  const extra = Type === 'Task' || Type === 'Parallel' || Type === 'Map' ? 'result' : undefined;
  checkAssign(state, language, at, problems, extra);
  if (language === 'JSONPath') checkJsonPathState(state, at, problems);
  else {
    checkOutput(state, language, at, problems, extra);
    if (Type === 'Parallel') checkExpressions(state.Arguments, `${at}/Arguments`, problems);
  }
  checkRetry(state.Retry, `${at}/Retry`, problems);
  checkCatch(state.Catch, language, around.checkTarget, `${at}/Catch`, problems);
  for (const [name, least] of [
    ['TimeoutSeconds', 1],
    ['HeartbeatSeconds', 1],
    ['MaxConcurrency', 0],
    ['ToleratedFailureCount', 0],
  ] as const) {
    checkNumber(state[name], least, LARGEST, language, `${at}/${name}`, problems);
  }
  checkPercentage(state.ToleratedFailurePercentage, language, `${at}/ToleratedFailurePercentage`, problems);

  if (Type === 'Task') checkTask(state, language, around.machineType, around.hosts, at, problems);
  if (Type === 'Map') checkMap(state, language, around.machineType, at, problems);
  if (Type === 'Choice') checkChoice(state, language, around.checkTarget, at, problems);
  if (Type === 'Wait') checkWait(state, language, at, problems);
  if (Type === 'Fail') checkFail(state, language, at, problems);
}

function checkFlow(state: Json, type: string, around: StateSurroundings, at: string, problems: Problems): void {
  const { Next, End } = state;
  if (type === 'Choice' || type === 'Succeed' || type === 'Fail') return;
  if (End !== undefined && typeof End !== 'boolean') problems.add(`${at}/End`, 'End must be true or false');
  if (Next !== undefined && End === true) problems.add(at, 'A state has Next or End, not both');
  else if (Next === undefined && End !== true) problems.add(at, 'A state needs Next, or End: true');
  if (Next !== undefined) around.checkTarget(Next, `${at}/Next`);
}

function checkWait(state: Json, language: QueryLanguageName, at: string, problems: Problems): void {
  const { Seconds, Timestamp } = state;
  const given = ['Seconds', 'Timestamp', 'SecondsPath', 'TimestampPath'].filter((name) => state[name] !== undefined);
  if (given.length !== 1) problems.add(at, 'A Wait state needs exactly one of Seconds and Timestamp');
  checkNumber(Seconds, 0, LARGEST, language, `${at}/Seconds`, problems);
  if (Timestamp === undefined) return;
  if (language === 'JSONata' && typeof Timestamp === 'string' && expressionIn(Timestamp) !== undefined) {
    checkExpressions(Timestamp, `${at}/Timestamp`, problems);
  } else if (typeof Timestamp !== 'string' || parseTimestamp(Timestamp) === undefined) {
    problems.add(`${at}/Timestamp`, 'String does not match RFC3339 timestamp');
  }
}

function checkFail(state: Json, language: QueryLanguageName, at: string, problems: Problems): void {
  for (const name of ['Error', 'Cause']) {
    const value = state[name];
    if (value !== undefined && typeof value !== 'string') problems.add(`${at}/${name}`, `${name} must be a string`);
    if (language === 'JSONata') checkExpressions(value, `${at}/${name}`, problems);
  }
}

/** A number, or in JSONata an expression that gives one. */
function checkNumber(
  value: unknown,
  least: number,
  most: number,
  language: QueryLanguageName,
  at: string,
  problems: Problems,
): void {
  if (language === 'JSONata' && typeof value === 'string' && expressionIn(value) !== undefined) {
    checkExpressions(value, at, problems);
  } else {
    checkWhole(value, least, most, at, problems);
  }
}

function checkPercentage(value: unknown, language: QueryLanguageName, at: string, problems: Problems): void {
  if (value === undefined) return;
  if (language === 'JSONata' && typeof value === 'string' && expressionIn(value) !== undefined) {
    checkExpressions(value, at, problems);
  } else if (typeof value !== 'number' || value < 0 || value > 100) {
    problems.add(at, `The value is ${JSON.stringify(value)}; it must be a number from 0 to 100`);
  }
}
