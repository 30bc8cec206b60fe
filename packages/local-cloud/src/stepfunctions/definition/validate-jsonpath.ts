import { parseReferencePath } from '../query-language/jsonpath-reference.ts';
import { isObject, type Json, type Problems } from './problems.ts';

/** What a state machine that mixes in JSONPath may use of it here; the rest is refused by name. */
export function checkJsonPathState(state: Json, type: string, at: string, problems: Problems): void {
  for (const name of ['InputPath', 'OutputPath', 'ResultPath']) {
    const path = state[name];
    if (path !== undefined && path !== null) checkPath(path, `${at}/${name}`, problems);
  }
  for (const name of ['Parameters', 'ResultSelector', 'Assign']) checkTemplate(state[name], `${at}/${name}`, problems);
  for (const name of Object.keys(state)) {
    if (
      /^(Seconds|Timestamp|TimeoutSeconds|HeartbeatSeconds|Items|Error|Cause|MaxConcurrency|ToleratedFailure\w+)Path$/.test(
        name,
      )
    ) {
      notHosted(`${at}/${name}`, `the field '${name}'`, problems);
    }
  }
  if (type === 'Choice') notHosted(at, 'a Choice state', problems);
  if (type === 'Map') notHosted(at, 'a Map state', problems);
}

function checkTemplate(template: unknown, at: string, problems: Problems): void {
  if (Array.isArray(template)) {
    for (const [index, item] of template.entries()) checkTemplate(item, `${at}[${index}]`, problems);
  } else if (isObject(template)) {
    for (const [name, value] of Object.entries(template)) {
      if (name.endsWith('.$')) checkPath(value, `${at}/${name}`, problems);
      else checkTemplate(value, `${at}/${name}`, problems);
    }
  }
}

function checkPath(path: unknown, at: string, problems: Problems): void {
  if (typeof path !== 'string' || !(path.startsWith('$') || path.startsWith('States.'))) {
    problems.add(at, 'The value must be a valid JSONPath or a valid intrinsic function call');
  } else if (!parseReferencePath(path)) {
    notHosted(at, `'${path}'`, problems);
  }
}

function notHosted(at: string, what: string, problems: Problems): void {
  problems.add(at, `The local cloud does not host ${what} in JSONPath; set QueryLanguage to JSONata`);
}
