import { type ErrorName, RollcallError } from '../../contracts/errors.ts';
import { isObject } from '../json.ts';
import { compileMapping } from '../mapping/compile-mapping.ts';
import { evaluateMapping } from '../mapping/evaluate-mapping.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { rowNumber } from '../row-number.ts';

/** A cell holds an answer at most, and an answer may have 5 MB. */
const MAX_BYTES = 6 * 1024 * 1024;
const FIELD = 'outputMapping';

/** The extra columns of an export and how their values are found. */
export class MappedColumns {
  readonly names: readonly string[];
  /** Makes one object of all columns, without those that have no value. */
  readonly #whole: Mapping;
  readonly #each: readonly Mapping[];

  /** JSONata a column, or one expression that constructs an object. */
  constructor(mapping: string | Readonly<Record<string, string>>) {
    if (typeof mapping === 'string') {
      this.#each = [];
      this.#whole = { expression: mapping, field: FIELD, maxBytes: MAX_BYTES };
      this.names = constructedNames(compileMapping(mapping, FIELD).expression.ast());
    } else {
      this.#each = Object.entries(mapping).map(([name, expression]) => {
        const field = `${FIELD}.${name}`;
        compileMapping(expression, field);
        return { expression, field, maxBytes: MAX_BYTES };
      });
      const members = Object.entries(mapping).map(([name, expression]) => `${JSON.stringify(name)}: (${expression})`);
      this.#whole = { expression: `{ ${members.join(', ')} }`, field: FIELD, maxBytes: MAX_BYTES };
      this.names = Object.keys(mapping);
    }
    if (this.names.length === 0) throw invalid('makes no column');
    if (this.names.includes('__proto__')) throw invalid('makes a column "__proto__", which JSONata cannot; rename it');
  }

  /** Whether an expression speaks of a name; large columns are read only for those that do. */
  mentions(name: string): boolean {
    return this.#whole.expression.includes(name);
  }

  async evaluate(root: { row_index: number; sample_id: string }): Promise<Readonly<Record<string, unknown>>> {
    try {
      const value = await evaluateMapping(this.#whole, root);
      if (!isObject(value)) throw new RollcallError('MappingFailed', `${FIELD}: its value is no object`);
      return value;
    } catch (error) {
      const { name, message } = await this.#clearer(root, error as Error);
      const row = `row ${rowNumber(root.row_index)}, sample_id ${JSON.stringify(root.sample_id)}`;
      throw new RollcallError(name as ErrorName, `${message} (${row})`, { cause: error });
    }
  }

  /** All columns are evaluated at once; only one by one do they tell which of them fails, and where. */
  async #clearer(root: unknown, error: Error): Promise<Error> {
    for (const mapping of this.#each) {
      const failure = await evaluateMapping({ ...mapping, expression: `[${mapping.expression}]` }, root).then(
        () => undefined,
        (found: Error) => found,
      );
      if (failure) return failure;
    }
    return error;
  }
}

interface Node {
  readonly type: string;
  readonly value?: unknown;
  readonly lhs?: readonly (readonly [Node, Node])[];
  readonly expressions?: readonly Node[];
}

/** The names of `{ "a": …, "b": … }`: a header is written before the first row is looked at. */
function constructedNames(ast: unknown): string[] {
  const node = ast as Node;
  if (node.type === 'block') return constructedNames(node.expressions?.at(-1) ?? { type: 'none' });
  const keys = node.type === 'unary' && node.value === '{' ? node.lhs?.map(([key]) => key) : undefined;
  if (!keys?.every((key) => key.type === 'string')) {
    throw invalid(
      'must be an object constructor with plain names, such as { "label": actual_output }, or a JSON object of column name: expression',
    );
  }
  return [...new Set(keys.map((key) => String(key.value)))];
}

const invalid = (problem: string): RollcallError => new RollcallError('InvalidExportRequest', `${FIELD} ${problem}.`);
