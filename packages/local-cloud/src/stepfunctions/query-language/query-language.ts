import type { Catcher, ChoiceRule, MapState } from '../definition/definition.ts';
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

/** A field's value, and how to refuse it. */
export interface FieldValue {
  readonly value: unknown;
  /** JSONPath: what the field ending in `Path` holds. */
  readonly path?: string;
  /** The value is not of the type the field needs: `integer`, `number`, `string`, `array` … */
  wrongType(expected: string): StatesError;
  /** The value is of the right type, and still none the field can have. */
  refused(reason: string): StatesError;
}

/** How a state's fields are evaluated: JSONata (`jsonata.ts`) or JSONPath (`jsonpath.ts`). */
export interface QueryLanguage {
  /** What the state works on: Arguments in JSONata, InputPath and Parameters in JSONPath. */
  workInput(visit: Visit): Promise<unknown>;
  /** Output and variables of a state that has done its work. `result` is absent for states that have none. */
  finish(visit: Visit, result?: { readonly value: unknown }, fields?: OutputFields): Promise<Finished>;
  /** Output and variables when a catcher takes the error. */
  caught(visit: Visit, catcher: Catcher, error: StatesError): Promise<Finished>;
  /** Is this the rule a Choice takes? `location` is the rule's in errors. */
  holds(visit: Visit, rule: ChoiceRule, location: string): Promise<boolean>;
  /** What a Map runs over: its Items or ItemsPath, or the input when it has neither. */
  items(visit: Visit<MapState>): Promise<readonly unknown[]>;
  /** One field's value, with all expressions in it replaced by what they give. */
  evaluate(visit: Visit, value: unknown, location: string, item?: MapItem): Promise<unknown>;
  /**
   * The value of `holder`'s field `name`, which JSONPath may also give as `NAMEPath` or `NAME.$`. Undefined when there
   * is none. `location` is its name in errors.
   */
  field(visit: Visit, holder: object, name: string, location?: string): Promise<FieldValue | undefined>;
}
