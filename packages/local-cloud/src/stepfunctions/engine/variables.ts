import { type Data, isTooLarge } from './data.ts';
import { StatesError } from './states-error.ts';

const LARGEST_ASSIGN = 262_144;
const LARGEST_TOTAL = 10 * 1024 * 1024;

/** The bytes all variables of one execution take together. */
export interface VariableBudget {
  bytes: number;
}

/**
 * The variables of one scope: the execution, a Parallel branch or a Map iteration. Inner scopes read outer variables;
 * a name that an outer scope holds cannot be assigned in an inner one.
 */
export class Variables {
  readonly #own = new Map<string, Data>();
  readonly #outer: Variables | undefined;
  readonly #budget: VariableBudget;

  constructor(budget: VariableBudget, outer?: Variables) {
    this.#budget = budget;
    this.#outer = outer;
  }

  get(name: string): Data | undefined {
    return this.#own.get(name) ?? this.#outer?.get(name);
  }

  /** All that can be read here, as bindings for an expression. */
  bindings(): Record<string, unknown> {
    const bindings = this.#outer?.bindings() ?? {};
    for (const [name, { value }] of this.#own) bindings[name] = value;
    return bindings;
  }

  assign(stateName: string, assigned: Readonly<Record<string, Data>>): void {
    let size = 0;
    for (const [name, data] of Object.entries(assigned)) {
      if (this.#outer?.get(name)) {
        throw new StatesError(
          'States.Runtime',
          `The state '${stateName}' assigns the variable '${name}', which an outer scope already holds. Use another name.`,
        );
      }
      size += Buffer.byteLength(data.json);
      if (isTooLarge(data.json, LARGEST_ASSIGN) || size > LARGEST_ASSIGN) {
        throw tooLarge(stateName, `more than ${LARGEST_ASSIGN} bytes to variables in one Assign`);
      }
      const before = this.#own.get(name);
      this.#budget.bytes += Buffer.byteLength(data.json) - (before ? Buffer.byteLength(before.json) : 0);
      if (this.#budget.bytes > LARGEST_TOTAL) {
        throw tooLarge(stateName, `over the ${LARGEST_TOTAL} bytes all variables of an execution may take`);
      }
      this.#own.set(name, data);
    }
  }

  /** Gives back what a finished branch or iteration held. */
  release(): void {
    for (const { json } of this.#own.values()) this.#budget.bytes -= Buffer.byteLength(json);
  }
}

function tooLarge(stateName: string, what: string): StatesError {
  return new StatesError('States.DataLimitExceeded', `The state '${stateName}' assigns ${what}.`);
}
