import { setImmediate as nextTurn } from 'node:timers/promises';
import type { State, StatesBlock } from '../definition/definition.ts';
import { jsonataLanguage } from '../query-language/jsonata.ts';
import { jsonpathLanguage } from '../query-language/jsonpath.ts';
import { sleep } from './cancel.ts';
import type { Data } from './data.ts';
import { runMap } from './map.ts';
import { runParallel } from './parallel.ts';
import { runChoice, runFail, runPass, runSucceed } from './plain-states.ts';
import type { ResumePoint } from './resume.ts';
import { runTask } from './task.ts';
import { type Outcome, type Scope, Visit, writeEvent } from './visit.ts';
import { runWait } from './wait.ts';

/** States that never wait are many in a row; the other executions get a turn after so many. */
const STATES_PER_TURN = 16;

/** Runs the states of one thread from StartAt, or from where a redriven one had come to, to its end. */
export async function runStates(scope: Scope, block: StatesBlock, input: Data, resume?: ResumePoint): Promise<Data> {
  let name = resume?.state ?? block.StartAt;
  let data = resume?.input ?? input;
  let enteredId = resume?.enteredId;
  for (let count = 1; ; count++) {
    scope.signal.throwIfAborted();
    if (count % STATES_PER_TURN === 0) await nextTurn();
    await sleep(scope.execution.parts.context.latency.stepfunctions.transition, scope.signal);
    const visit = enter(scope, block, name, data, enteredId);
    enteredId = undefined;
    const outcome = await runState(visit);
    leave(visit, outcome);
    if (outcome.next === undefined) return outcome.output;
    name = outcome.next;
    data = outcome.output;
  }
}

function enter(scope: Scope, block: StatesBlock, name: string, input: Data, resumedId: number | undefined): Visit {
  const state = block.States[name];
  if (!state) throw new Error(`The state '${name}' is not in the definition.`);
  let enteredId = resumedId;
  if (enteredId === undefined) {
    const details = { name, input: input.json, inputDetails: { truncated: false } };
    enteredId = writeEvent(scope, `${state.Type}StateEntered`, details);
  }
  scope.current = state.Type;
  const language = scope.execution.languageOf(state) === 'JSONata' ? jsonataLanguage : jsonpathLanguage;
  const redriven = resumedId !== undefined;
  return new Visit({ scope, name, state, block, language, input, enteredId, redriven });
}

async function runState(visit: Visit): Promise<Outcome> {
  const handler = handlers[visit.state.Type] as (visit: Visit) => Promise<Outcome>;
  return handler(visit);
}

const handlers: { [Type in State['Type']]: (visit: Visit<Extract<State, { Type: Type }>>) => Promise<Outcome> } = {
  Pass: runPass,
  Task: runTask,
  Choice: runChoice,
  Wait: runWait,
  Succeed: runSucceed,
  Fail: runFail,
  Parallel: runParallel,
  Map: runMap,
};

/** "New variables are seen from the next state on." */
function leave(visit: Visit, { output, assigned, next }: Outcome): void {
  const { scope, name, state } = visit;
  if (assigned) scope.variables.assign(name, assigned);
  const details = {
    name,
    output: output.json,
    outputDetails: { truncated: false },
    ...(assigned && {
      assignedVariables: Object.fromEntries(Object.entries(assigned).map(([key, data]) => [key, data.json])),
      assignedVariablesDetails: { truncated: false },
    }),
  };
  visit.emit(`${state.Type}StateExited`, details, next);
  scope.current = undefined;
}
