import type { Catcher } from '../definition/definition.ts';
import type { Data } from '../engine/data.ts';
import type { StatesError } from '../engine/states-error.ts';
import type { MapItem, Visit } from '../engine/visit.ts';

/** What a state leaves behind. */
export interface Finished {
  readonly output: Data;
  readonly assigned?: Readonly<Record<string, Data>>;
}

/** The fields of a state, a Choice rule or a catcher that say what comes out. */
export interface OutputFields {
  readonly Assign?: Readonly<Record<string, unknown>>;
  readonly Output?: unknown;
}

/**
 * How a state's fields are evaluated. JSONata (`jsonata.ts`) is whole. JSONPath (`jsonpath.ts`) has what mixed
 * state machines need: reference paths in the five data-flow fields and in Assign.
 */
export interface QueryLanguage {
  /** What the state works on: Arguments in JSONata, InputPath and Parameters in JSONPath. */
  workInput(visit: Visit): Promise<unknown>;
  /** Output and variables of a state that has done its work. `result` is absent for states that have none. */
  finish(visit: Visit, result?: { readonly value: unknown }, fields?: OutputFields): Promise<Finished>;
  /** Output and variables when a catcher takes the error. */
  caught(visit: Visit, catcher: Catcher, error: StatesError): Promise<Finished>;
  /** One field's value, with all expressions in it replaced by what they give. */
  evaluate(visit: Visit, value: unknown, location: string, item?: MapItem): Promise<unknown>;
}
