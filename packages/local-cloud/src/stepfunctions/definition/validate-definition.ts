import { AwsError } from '../../aws-error.ts';
import type { QueryLanguageName } from './definition.ts';
import { allowFields, requireFields } from './fields.ts';
import { type Diagnostic, isObject, type Json, Problems } from './problems.ts';
import { checkWhole } from './validate-recovery.ts';
import { checkState, type StateSurroundings } from './validate-state.ts';
import type { Hosts } from './validate-task.ts';

export const LARGEST_DEFINITION = 1_048_576;
const LONGEST_STATE_NAME = 80;
const LARGEST_TIMEOUT = 99_999_999;

interface Machine {
  readonly type: string;
  readonly hosts?: Hosts;
  /** State names are unique in the whole state machine. */
  readonly names: Set<string>;
  readonly problems: Problems;
}

/** All that is wrong with a definition; nothing when it can be run. */
export function validateDefinition(text: string, type: string, hosts?: Hosts): Diagnostic[] {
  const problems = new Problems();
  let definition: unknown;
  try {
    definition = JSON.parse(text);
  } catch (error) {
    problems.add('/', error instanceof Error ? error.message : String(error), 'INVALID_JSON_DESCRIPTION');
    return problems.found;
  }
  if (!isObject(definition)) {
    problems.add('/', 'The definition must be a JSON object', 'INVALID_JSON_DESCRIPTION');
    return problems.found;
  }
  allowFields(definition, ['StartAt', 'States', 'Comment', 'QueryLanguage', 'TimeoutSeconds', 'Version'], '', problems);
  checkWhole(definition.TimeoutSeconds, 1, LARGEST_TIMEOUT, '/TimeoutSeconds', problems);
  if (definition.Version !== undefined && definition.Version !== '1.0') problems.add('/Version', 'Version must be 1.0');
  const machine = { type, hosts, names: new Set<string>(), problems };
  checkBlock(definition, languageOf(definition, 'JSONPath', '', problems), machine, '');
  return problems.found;
}

/** Refuses a definition as CreateStateMachine does; problems of the allowed codes apart. */
export function requireValidDefinition(
  text: string,
  type: string,
  hosts?: Hosts,
  allowed: readonly string[] = [],
): void {
  const found = validateDefinition(text, type, hosts).filter(({ code }) => !allowed.includes(code));
  if (found.length === 0) return;
  const list = found.map(({ code, message, location }) => `${code}: ${message} at ${location}`).join(', ');
  throw new AwsError('InvalidDefinition', `Invalid State Machine Definition: '${list}'`);
}

function languageOf(block: Json, outer: QueryLanguageName, at: string, problems: Problems): QueryLanguageName {
  const { QueryLanguage } = block;
  if (QueryLanguage === undefined) return outer;
  if (QueryLanguage === 'JSONata' || QueryLanguage === 'JSONPath') return QueryLanguage;
  problems.add(
    `${at}/QueryLanguage`,
    `QueryLanguage is ${JSON.stringify(QueryLanguage)}; it must be JSONata or JSONPath`,
  );
  return outer;
}

/** StartAt and States: of the definition, of a Parallel's branch, of a Map's ItemProcessor. */
function checkBlock(block: Json, language: QueryLanguageName, machine: Machine, at: string): void {
  const { problems } = machine;
  const { StartAt, States } = block;
  requireFields(block, ['StartAt', 'States'], at, problems);
  if (States === undefined) return;
  if (!isObject(States) || Object.keys(States).length === 0) {
    problems.add(`${at}/States`, 'States must be an object with at least one state');
    return;
  }
  const targets = new Set<string>();
  const checkTarget = (target: unknown, where: string) => {
    if (typeof target === 'string' && Object.hasOwn(States, target)) targets.add(target);
    else
      problems.add(
        where,
        `Missing target: ${JSON.stringify(target)} is not one of these States`,
        'MISSING_TRANSITION_TARGET',
      );
  };
  if (StartAt !== undefined) checkTarget(StartAt, `${at}/StartAt`);

  const around: StateSurroundings = { language, machineType: machine.type, hosts: machine.hosts, checkTarget };
  for (const [name, state] of Object.entries(States)) {
    const here = `${at}/States/${name}`;
    if (name.length === 0 || name.length > LONGEST_STATE_NAME) {
      problems.add(here, `A state's name must be 1 to ${LONGEST_STATE_NAME} characters long`);
    }
    if (machine.names.has(name)) problems.add(here, `Duplicate State name: ${name}`, 'DUPLICATE_STATE_NAME');
    machine.names.add(name);
    if (!isObject(state)) {
      problems.add(here, 'A state must be an object');
      continue;
    }
    checkState(state, around, here, problems);
    checkInnerBlocks(state, (state.QueryLanguage as QueryLanguageName | undefined) ?? language, machine, here);
  }
  for (const name of Object.keys(States)) {
    if (!targets.has(name)) {
      problems.add(`${at}/States/${name}`, `State "${name}" is not reachable.`, 'MISSING_TRANSITION_TARGET');
    }
  }
}

function checkInnerBlocks(state: Json, language: QueryLanguageName, machine: Machine, at: string): void {
  const { problems } = machine;
  const { Type, Branches } = state;
  if (Type === 'Parallel' && Branches !== undefined) {
    if (!Array.isArray(Branches) || Branches.length === 0) {
      problems.add(`${at}/Branches`, 'Branches must be a non-empty array');
      return;
    }
    for (const [index, branch] of Branches.entries()) {
      const here = `${at}/Branches[${index}]`;
      if (!isObject(branch)) problems.add(here, 'A branch must be an object');
      else {
        allowFields(branch, ['StartAt', 'States', 'Comment'], here, problems);
        checkBlock(branch, language, machine, here);
      }
    }
  }
  if (Type === 'Map') {
    const name = state.Iterator === undefined ? 'ItemProcessor' : 'Iterator';
    const processor = state[name];
    const here = `${at}/${name}`;
    if (processor === undefined) return;
    if (!isObject(processor)) problems.add(here, `${name} must be an object`);
    else {
      allowFields(processor, ['StartAt', 'States', 'Comment', 'ProcessorConfig', 'QueryLanguage'], here, problems);
      checkBlock(processor, languageOf(processor, language, here, problems), machine, here);
    }
  }
}
