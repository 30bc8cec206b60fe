import { compareValues, hasOrder, isAttributeType } from '../attribute-value.ts';
import type { Comparator, Condition } from './condition.ts';
import { printPath } from './document-path.ts';
import { type Operand, Parser } from './parser.ts';
import type { Scope } from './scope.ts';
import type { Token } from './tokens.ts';

const COMPARATORS: ReadonlySet<string> = new Set(['=', '<>', '<', '<=', '>', '>=']);
const MOST_IN_OPERANDS = 100;
const DEEPEST_NESTING = 300;
const UPDATE_FUNCTIONS = new Set(['if_not_exists', 'list_append']);

export function parseCondition(parameter: string, source: string, scope: Scope): Condition {
  const parser = new ConditionParser(parameter, source, scope);
  const condition = parser.or(0);
  parser.finish();
  return condition;
}

class ConditionParser extends Parser {
  or(depth: number): Condition {
    let left = this.#and(depth);
    while (this.takeKeyword('OR')) left = { kind: 'or', left, right: this.#and(depth) };
    return left;
  }

  #and(depth: number): Condition {
    let left = this.#not(depth);
    while (this.takeKeyword('AND')) left = { kind: 'and', left, right: this.#not(depth) };
    return left;
  }

  #not(depth: number): Condition {
    if (depth > DEEPEST_NESTING) throw this.error('The expression is nested too deeply');
    if (this.takeKeyword('NOT')) return { kind: 'not', condition: this.#not(depth + 1) };
    if (this.isSymbol('(') && !this.#isOperator(this.behindParentheses)) {
      return this.parenthesized(() => this.or(depth + 1));
    }
    if (this.isFunctionCall() && this.token.text !== 'size') return this.#function();
    return this.#comparison();
  }

  /** `(a) = :b` begins with an operand, `(a = :b)` is a condition: what follows the parenthesis tells. */
  #isOperator(token: Token | undefined): boolean {
    if (token?.kind === 'name') return ['BETWEEN', 'IN'].includes(token.text.toUpperCase());
    return token?.kind === 'symbol' && COMPARATORS.has(token.text);
  }

  #comparison(): Condition {
    const operand = this.#operand();
    if (this.takeKeyword('BETWEEN')) return this.#between(operand);
    if (this.takeKeyword('IN')) return this.#in(operand);
    const operator = this.token.text;
    if (this.token.kind !== 'symbol' || !COMPARATORS.has(operator)) throw this.syntaxError();
    this.take();
    const right = this.#operand();
    if (operator !== '=' && operator !== '<>') {
      this.checkOperandType(operator, operand, hasOrder);
      this.checkOperandType(operator, right, hasOrder);
    }
    this.#checkDistinct(operator, operand, right);
    return { kind: 'compare', operator: operator as Comparator, left: operand, right };
  }

  #between(operand: Operand): Condition {
    const low = this.#operand();
    if (!this.takeKeyword('AND')) throw this.syntaxError();
    const high = this.#operand();
    this.#checkDistinct('BETWEEN', operand, low, high);
    this.checkOperandType('BETWEEN', operand, hasOrder);
    this.checkOperandType('BETWEEN', low, hasOrder);
    this.checkOperandType('BETWEEN', high, hasOrder);
    if (low.kind === 'value' && high.kind === 'value' && hasOrder(low.value) && hasOrder(high.value)) {
      const sameType = Object.keys(low.value)[0] === Object.keys(high.value)[0];
      if (!sameType) {
        this.fault(`The BETWEEN operator requires same data type for lower and upper bounds; ${bounds(low, high)}`);
      } else if (compareValues(low.value, high.value) > 0) {
        this.fault(
          `The BETWEEN operator requires upper bound to be greater than or equal to lower bound; ${bounds(low, high)}`,
        );
      }
    }
    return { kind: 'between', operand, low, high };
  }

  #in(operand: Operand): Condition {
    this.expectSymbol('(');
    const list = this.list(() => this.#operand());
    this.expectSymbol(')');
    if (list.length > MOST_IN_OPERANDS) {
      this.fault(`The IN operator is provided with too many operands; number of operands: ${list.length}`);
    }
    this.#checkDistinct('IN', operand, ...list);
    return { kind: 'in', operand, list };
  }

  #operand(): Operand {
    if (this.isSymbol('(')) return this.parenthesized(() => this.#operand());
    if (!this.isFunctionCall()) return this.pathOrValue();
    const name = this.take().text;
    const operands = this.#arguments();
    if (name !== 'size') {
      this.fault(
        isConditionFunction(name)
          ? `The function is not allowed to be used this way in an expression; function: ${name}`
          : `Invalid function name; function: ${name}`,
      );
    }
    this.checkOperandCount(name, operands, 1);
    this.checkOperandType(name, operands[0], (value) => !('N' in value || 'BOOL' in value || 'NULL' in value));
    return { kind: 'size', of: operands[0] as Operand };
  }

  #function(): Condition {
    const name = this.take().text;
    const operands = this.#arguments();
    if (!isConditionFunction(name)) {
      this.fault(
        UPDATE_FUNCTIONS.has(name)
          ? `The function is not allowed in a condition expression; function: ${name}`
          : `Invalid function name; function: ${name}`,
      );
      return { kind: 'exists', path: [], expected: true };
    }
    const [first, second] = operands;
    if (name === 'attribute_exists' || name === 'attribute_not_exists') {
      this.checkOperandCount(name, operands, 1);
      if (first?.kind !== 'path') {
        this.fault(`Operator or function requires a document path; operator or function: ${name}`);
      }
      return { kind: 'exists', path: first?.kind === 'path' ? first.path : [], expected: name === 'attribute_exists' };
    }
    this.checkOperandCount(name, operands, 2);
    if (name === 'begins_with') this.checkOperandType(name, second, (value) => 'S' in value || 'B' in value);
    if (first && second) this.#checkDistinct(name, first, second);
    if (name === 'attribute_type') this.#checkAttributeType(second);
    return { kind: name, left: first as Operand, right: second as Operand };
  }

  #arguments(): Operand[] {
    this.expectSymbol('(');
    const operands = this.list(() => this.#operand());
    this.expectSymbol(')');
    return operands;
  }

  #checkAttributeType(operand: Operand | undefined): void {
    this.checkOperandType('attribute_type', operand, (value) => 'S' in value);
    if (operand && operand.kind !== 'value') {
      this.fault(
        'Incorrect operand type for operator or function; operator or function: attribute_type, operand type: a document path',
      );
    }
    if (operand?.kind === 'value' && operand.value.S !== undefined && !isAttributeType(operand.value.S)) {
      this.fault(
        `Invalid attribute type name found; type: ${operand.value.S}, valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}`,
      );
    }
  }

  #checkDistinct(name: string, left: Operand, ...others: readonly Operand[]): void {
    if (left.kind !== 'path') return;
    const path = JSON.stringify(left.path);
    if (others.some((other) => other.kind === 'path' && JSON.stringify(other.path) === path)) {
      const first = printPath(left.path);
      this.fault(
        `The first operand must be distinct from the remaining operands for this operator or function; operator: ${name}, first operand: ${first}`,
      );
    }
  }
}

const CONDITION_FUNCTIONS = [
  'attribute_exists',
  'attribute_not_exists',
  'attribute_type',
  'begins_with',
  'contains',
] as const;

function isConditionFunction(name: string): name is (typeof CONDITION_FUNCTIONS)[number] {
  return (CONDITION_FUNCTIONS as readonly string[]).includes(name);
}

function bounds(low: Operand, high: Operand): string {
  const print = (operand: Operand) =>
    operand.kind === 'value' ? `AttributeValue: ${JSON.stringify(operand.value).replaceAll('"', '')}` : '';
  return `lower bound operand: ${print(low)}, upper bound operand: ${print(high)}`;
}
