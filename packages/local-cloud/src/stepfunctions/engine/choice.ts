import type { ChoiceState } from '../definition/definition.ts';
import type { Outcome, Visit } from './visit.ts';

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
