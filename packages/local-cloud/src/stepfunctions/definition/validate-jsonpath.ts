import { SyntaxProblem } from '../query-language/cursor.ts';
import { isReferencePath, parseJsonPath } from '../query-language/json-path-syntax.ts';
import { compileReference } from '../query-language/payload-template.ts';
import { isObject, type Json, type Problems } from './problems.ts';

const PATHS = ['InputPath', 'OutputPath'];
/** Fields that may be given as they are, or as a path under the name with Path added. */
const EITHER = [
  'Seconds',
  'Timestamp',
  'TimeoutSeconds',
  'HeartbeatSeconds',
  'MaxConcurrency',
  'ToleratedFailureCount',
  'ToleratedFailurePercentage',
];
/** The same, and an intrinsic function call will do for the path. */
const EITHER_OR_CALL = ['Error', 'Cause'];
const TEMPLATES = ['Parameters', 'ResultSelector', 'ItemSelector'];

/** The paths and payload templates of a state; Choice rules, catchers and the parts of a distributed Map apart. */
export function checkJsonPathState(state: Json, at: string, problems: Problems): void {
  for (const name of PATHS) if (state[name] !== null) checkPath(state[name], name, `${at}/${name}`, problems);
  checkPath(state.ItemsPath, 'ItemsPath', `${at}/ItemsPath`, problems);
  checkResultPath(state.ResultPath, `${at}/ResultPath`, problems);
  checkEither(state, EITHER, at, problems);
  checkEither(state, EITHER_OR_CALL, at, problems, true);
  for (const name of TEMPLATES) checkTemplate(state[name], `${at}/${name}`, problems);
}

export function checkEither(holder: Json, names: readonly string[], at: string, problems: Problems, calls = false) {
  for (const name of names) {
    const path = `${name}Path`;
    if (holder[path] === undefined) continue;
    if (holder[name] !== undefined) problems.add(at, `You cannot specify both '${name}' and '${path}'`);
    checkPath(holder[path], path, `${at}/${path}`, problems, calls);
  }
}

export function checkResultPath(path: unknown, at: string, problems: Problems): void {
  if (path === undefined || path === null) return;
  const parsed = typeof path === 'string' ? tryToParse(() => parseJsonPath(path)) : undefined;
  if (parsed?.root !== '' || !isReferencePath(parsed)) {
    problems.add(at, "The value for the field 'ResultPath' must be a valid Reference Path that starts with $");
  }
}

export function checkPath(path: unknown, name: string, at: string, problems: Problems, calls = false): void {
  if (path === undefined) return;
  const parse = calls ? compileReference : parseJsonPath;
  if (typeof path === 'string' && tryToParse(() => parse(path))) return;
  const call = calls ? ' or a valid intrinsic function call' : '';
  problems.add(at, `The value for the field '${name}' must be a valid JSONPath${call}`);
}

/** The members of a payload template whose names end in `.$`. */
export function checkTemplate(template: unknown, at: string, problems: Problems): void {
  if (Array.isArray(template)) {
    for (const [index, item] of template.entries()) checkTemplate(item, `${at}[${index}]`, problems);
  } else if (isObject(template)) {
    for (const [name, value] of Object.entries(template)) {
      if (!name.endsWith('.$')) checkTemplate(value, `${at}/${name}`, problems);
      else checkPath(value, name, at, problems, true);
    }
  }
}

function tryToParse<Parsed>(parse: () => Parsed): Parsed | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof SyntaxProblem) return undefined;
    throw error;
  }
}
