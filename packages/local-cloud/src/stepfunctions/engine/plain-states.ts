import type { ChoiceState, FailState, PassState, SucceedState } from '../definition/definition.ts';
import { StatesError } from './states-error.ts';
import type { Outcome, Visit } from './visit.ts';

/** Passes its input to its output, or makes one. */
export async function runPass(visit: Visit<PassState>): Promise<Outcome> {
  const { Result, Next } = visit.state;
  const finished = await visit.language.finish(visit, Result === undefined ? undefined : { value: Result });
  return { ...finished, next: Next };
}

export async function runSucceed(visit: Visit<SucceedState>): Promise<Outcome> {
  return visit.language.finish(visit);
}

/** Ends the thread with an error of the author's choice. */
export async function runFail(visit: Visit<FailState>): Promise<never> {
  const error = await textField(visit, 'Error');
  const cause = await textField(visit, 'Cause');
  throw new StatesError(error, cause);
}

async function textField(visit: Visit<FailState>, name: 'Error' | 'Cause'): Promise<string> {
  const field = await visit.language.field(visit, visit.state, name);
  if (!field) return '';
  if (typeof field.value !== 'string') throw field.wrongType('string');
  return field.value;
}

/** Takes the first rule that holds; a rule's own Assign and Output stand in for the state's. */
export async function runChoice(visit: Visit<ChoiceState>): Promise<Outcome> {
  for (const [index, rule] of visit.state.Choices.entries()) {
    if (await visit.language.holds(visit, rule, `Choices[${index}]`)) {
      return { ...(await visit.language.finish(visit, undefined, rule)), next: rule.Next };
    }
  }
  if (visit.state.Default === undefined) {
    throw visit.failure(
      'States.NoChoiceMatched',
      'Failed to transition out of the state. The state does not point to a next state.',
    );
  }
  return { ...(await visit.language.finish(visit)), next: visit.state.Default };
}
