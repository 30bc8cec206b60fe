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
  /** Of the whole definition: states inside a Parallel or Map have it too, whatever their outer state's own is. */
  readonly language: QueryLanguageName;
  /** States that nothing leads to are told only of a workflow that ends somewhere. */
  readonly ends: boolean;
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
    definition = text.trim() === '' ? undefined : JSON.parse(text);
  } catch (error) {
    problems.add('/', error instanceof Error ? error.message : String(error), 'INVALID_JSON_DESCRIPTION');
    return problems.found;
  }
  if (!isObject(definition)) {
    problems.addToWhole('Definition must be a valid JSON object');
    return problems.found;
  }
  allowFields(definition, ['StartAt', 'States', 'Comment', 'QueryLanguage', 'TimeoutSeconds', 'Version'], '', problems);
  checkWhole(definition.TimeoutSeconds, 1, LARGEST_TIMEOUT, '/TimeoutSeconds', problems);
  if (definition.Version !== undefined && definition.Version !== '1.0') problems.add('/Version', 'Version must be 1.0');
  const language = languageOf(definition, problems);
  const ends = !endsNowhere(definition);
  checkBlock(definition, { type, hosts, language, ends, names: new Set(), problems }, '');
  if (!ends) problems.addToWhole('Workflow has no terminal state', 'MISSING_END_STATE');
  return problems.found;
}

/** Refuses a definition as CreateStateMachine does. */
export function requireValidDefinition(text: string, type: string, hosts?: Hosts): void {
  const found = validateDefinition(text, type, hosts);
  if (found.length === 0) return;
  // AWS writes `null` for a place that is not there.
  const list = found.map(({ code, message, location = null }) => `${code}: ${message} at ${location}`).join(', ');
  throw new AwsError('InvalidDefinition', `Invalid State Machine Definition: '${list}'`);
}

function languageOf({ QueryLanguage = 'JSONPath' }: Json, problems: Problems): QueryLanguageName {
  if (QueryLanguage === 'JSONata' || QueryLanguage === 'JSONPath') return QueryLanguage;
  problems.add('/QueryLanguage', `QueryLanguage is ${JSON.stringify(QueryLanguage)}; it must be JSONata or JSONPath`);
  return 'JSONPath';
}

/** Every state leads to another: the workflow would run for ever. */
function endsNowhere({ States }: Json): boolean {
  if (!isObject(States)) return false;
  const states = Object.values(States).filter(isObject);
  return states.length > 0 && !states.some(({ Type, End }) => End === true || Type === 'Succeed' || Type === 'Fail');
}

/** StartAt and States: of the definition, of a Parallel's branch, of a Map's ItemProcessor. */
function checkBlock(block: Json, machine: Machine, at: string): void {
  const { problems, language } = machine;
  const { StartAt, States } = block;
  requireFields(block, ['States', 'StartAt'], at, problems);
  if (States === undefined) return;
  if (!isObject(States) || Object.keys(States).length === 0) {
    problems.add(`${at}/States`, 'States must be an object with at least one state');
    return;
  }
  const targets = new Set<string>();
  const checkTarget = (target: unknown, where: string) => {
    if (typeof target === 'string' && Object.hasOwn(States, target)) targets.add(target);
    else {
      // The same words for StartAt, Default and a catcher's Next.
      const named = typeof target === 'string' ? target : JSON.stringify(target);
      problems.add(where, `Missing 'Next' target: ${named}`, 'MISSING_TRANSITION_TARGET');
    }
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
    checkInnerBlocks(state, machine, here);
  }
  for (const name of Object.keys(States)) {
    if (machine.ends && !targets.has(name)) {
      problems.add(`${at}/States/${name}`, `State "${name}" is not reachable.`, 'MISSING_TRANSITION_TARGET');
    }
  }
}

function checkInnerBlocks(state: Json, machine: Machine, at: string): void {
  const { problems } = machine;
  const { Type, Branches } = state;
  if (Type === 'Parallel' && Branches !== undefined) {
    if (!Array.isArray(Branches) || Branches.length === 0) {
      problems.add(`${at}/Branches`, Array.isArray(Branches) ? 'Value cannot be empty' : 'Branches must be an array');
      return;
    }
    for (const [index, branch] of Branches.entries()) {
      const here = `${at}/Branches[${index}]`;
      if (!isObject(branch)) problems.add(here, 'A branch must be an object');
      else {
        allowFields(branch, ['StartAt', 'States', 'Comment'], here, problems);
        checkBlock(branch, machine, here);
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
      allowFields(processor, ['StartAt', 'States', 'Comment', 'ProcessorConfig'], here, problems);
      checkBlock(processor, machine, here);
    }
  }
}
