import { argumentProblem, isSupportedResource } from '../task/resource.ts';
import type { QueryLanguageName } from './definition.ts';
import { isObject, type Json, type Problems } from './problems.ts';
import { checkExpressions } from './validate-jsonata.ts';
import { checkTemplate } from './validate-jsonpath.ts';

export type Hosts = (service: string, operation: string) => boolean;

export function checkTask(
  state: Json,
  language: QueryLanguageName,
  machineType: string,
  hosts: Hosts | undefined,
  at: string,
  problems: Problems,
): void {
  const { Resource, Arguments, Credentials, TimeoutSeconds, HeartbeatSeconds } = state;
  if (Resource !== undefined) checkResource(Resource, machineType, hosts, `${at}/Resource`, problems);
  if (language === 'JSONata') checkExpressions(Arguments, `${at}/Arguments`, problems);
  if (typeof Resource === 'string') {
    const given = language === 'JSONata' ? Arguments : withoutPaths(state.Parameters);
    const problem = given === undefined ? undefined : argumentProblem(Resource, given);
    if (problem) problems.add(`${at}/${language === 'JSONata' ? 'Arguments' : 'Parameters'}`, problem);
  }
  if (Credentials !== undefined) {
    const here = `${at}/Credentials`;
    const given = isObject(Credentials) && (language === 'JSONata' ? Credentials : withoutPaths(Credentials));
    if (!isObject(given) || typeof given.RoleArn !== 'string') {
      problems.add(here, "The field 'RoleArn' is required but was missing");
    } else if (language === 'JSONata') checkExpressions(Credentials, here, problems);
    else checkTemplate(Credentials, here, problems);
  }
  if (
    typeof TimeoutSeconds === 'number' &&
    typeof HeartbeatSeconds === 'number' &&
    HeartbeatSeconds >= TimeoutSeconds
  ) {
    problems.add(`${at}/HeartbeatSeconds`, 'HeartbeatSeconds must be smaller than TimeoutSeconds');
  }
}

function checkResource(
  resource: unknown,
  machineType: string,
  hosts: Hosts | undefined,
  at: string,
  problems: Problems,
): void {
  if (typeof resource !== 'string') {
    problems.add(at, 'Resource must be a string');
    return;
  }
  const supported = isSupportedResource(resource, hosts);
  if (supported !== true) problems.add(at, supported);
  const pattern = /\.(waitForTaskToken|sync)(:2)?$/.exec(resource)?.[1];
  if (machineType === 'EXPRESS' && pattern) {
    // With a blank at its end for one of the two, as AWS writes it.
    const end = pattern === 'waitForTaskToken' ? ' ' : '';
    problems.add(at, `Express state machine does not support '.${pattern}' service integration${end}`);
  }
}

/** `FunctionName.$` is the argument FunctionName. */
function withoutPaths(parameters: unknown): unknown {
  if (!isObject(parameters)) return parameters;
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name.replace(/\.\$$/, ''), value]));
}
