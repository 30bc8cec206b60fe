import { type AttributeType, type AttributeValue, typeOf } from '../attribute-value.ts';
import { clash, type DocumentPath, printPath } from './document-path.ts';
import { Parser } from './parser.ts';
import type { Scope } from './scope.ts';
import type { SetOperand, UpdateAction } from './update.ts';

const CLAUSES = ['SET', 'REMOVE', 'ADD', 'DELETE'] as const;
type Clause = (typeof CLAUSES)[number];

export function parseUpdate(source: string, scope: Scope): UpdateAction[] {
  const parser = new UpdateParser('UpdateExpression', source, scope);
  const actions = parser.actions();
  parser.finish();
  return actions;
}

class UpdateParser extends Parser {
  actions(): UpdateAction[] {
    const actions: UpdateAction[] = [];
    const seen = new Set<Clause>();
    while (this.token.kind !== 'end') {
      const clause = CLAUSES.find((candidate) => this.takeKeyword(candidate));
      if (!clause) throw this.syntaxError();
      if (seen.has(clause)) this.fault(`The "${clause}" section can only be used once in an update expression;`);
      seen.add(clause);
      actions.push(...this.list(() => this.#action(clause)));
    }
    this.#checkPaths(actions);
    return actions;
  }

  #action(clause: Clause): UpdateAction {
    const path = this.path();
    if (clause === 'REMOVE') return { kind: clause, path };
    if (clause === 'SET') {
      this.expectSymbol('=');
      return { kind: clause, path, operand: this.#sumOrParenthesized() };
    }
    if (this.token.kind !== ':') throw this.syntaxError();
    const value = this.value();
    if (!isSet(value) && !(clause === 'ADD' && value.N !== undefined)) {
      const type = LONG_NAMES[typeOf(value)];
      this.fault(`Incorrect operand type for operator or function; operator: ${clause}, operand type: ${type}`);
    }
    return { kind: clause, path, value };
  }

  #sum(): SetOperand {
    const left = this.#operand();
    const kind = this.takeSymbol('+') ? '+' : this.takeSymbol('-') ? '-' : undefined;
    if (!kind) return left;
    const right = this.#operand();
    for (const operand of [left, right]) {
      if (operand.kind === 'value') this.checkOperandType(kind, operand, (value) => 'N' in value);
      if (operand.kind === 'list_append') this.#misused('list_append');
    }
    return { kind, left, right };
  }

  /** A whole sum may stand in parentheses, a part of one may not be a sum itself. */
  #sumOrParenthesized(): SetOperand {
    const isWhole = this.isSymbol('(') && !['+', '-'].includes(this.behindParentheses?.text ?? '');
    return isWhole ? this.parenthesized(() => this.#sumOrParenthesized()) : this.#sum();
  }

  #operand(): SetOperand {
    if (this.isSymbol('(')) return this.parenthesized(() => this.#operand());
    if (!this.isFunctionCall()) return this.pathOrValue() as SetOperand;
    const name = this.take().text;
    this.expectSymbol('(');
    const operands = this.list(() => this.#operand());
    this.expectSymbol(')');
    if (operands.some(({ kind }) => kind === 'list_append')) this.#misused('list_append');
    return this.#function(name, operands);
  }

  #misused(name: string): void {
    this.fault(`The function is not allowed to be used this way in an expression; function: ${name}`);
  }

  #function(name: string, operands: readonly SetOperand[]): SetOperand {
    const [left, right] = operands as [SetOperand, SetOperand];
    if (name !== 'if_not_exists' && name !== 'list_append') {
      this.fault(
        CONDITION_FUNCTIONS.has(name)
          ? `The function is not allowed in an update expression; function: ${name}`
          : `Invalid function name; function: ${name}`,
      );
    }
    this.checkOperandCount(name, operands, 2);
    if (name === 'list_append') {
      for (const operand of [left, right]) {
        if (operand?.kind === 'value') this.checkOperandType(name, operand, (value) => 'L' in value);
      }
      return { kind: name, left, right };
    }
    if (left.kind !== 'path') {
      this.fault(`Operator or function requires a document path; operator or function: ${name}`);
      return left;
    }
    return { kind: 'if_not_exists', path: left.path, otherwise: right };
  }

  #checkPaths(actions: readonly UpdateAction[]): void {
    const paths: DocumentPath[] = actions.map((action) => action.path);
    for (const [index, two] of paths.entries()) {
      for (const one of paths.slice(0, index)) {
        const found = clash(one, two);
        if (found) {
          this.fault(
            `Two document paths ${found} with each other; must remove or rewrite one of these paths; ` +
              `path one: ${printPath(one)}, path two: ${printPath(two)}`,
          );
        }
      }
    }
  }
}

const CONDITION_FUNCTIONS = new Set([
  'attribute_exists',
  'attribute_not_exists',
  'attribute_type',
  'begins_with',
  'contains',
  'size',
]);

const isSet = (value: AttributeValue): boolean => 'SS' in value || 'NS' in value || 'BS' in value;

/** As ADD and DELETE spell the types they refuse. */
const LONG_NAMES: Readonly<Partial<Record<AttributeType, string>>> = {
  S: 'STRING',
  N: 'NUMBER',
  B: 'BINARY',
  NULL: 'NULL',
  BOOL: 'BOOLEAN',
  L: 'LIST',
  M: 'MAP',
};
