import { type AttributeValue, typeOf } from '../attribute-value.ts';
import { invalid } from '../errors.ts';
import type { DocumentPath } from './document-path.ts';
import { isReserved } from './reserved-words.ts';
import type { Scope } from './scope.ts';
import { type Token, tokenize } from './tokens.ts';

export type Operand =
  | { readonly kind: 'path'; readonly path: DocumentPath }
  | { readonly kind: 'value'; readonly value: AttributeValue }
  | { readonly kind: 'size'; readonly of: Operand };

const LONGEST = 4096;
const DEEPEST_PATH = 32;
const LARGEST_INDEX = 2 ** 31 - 1;

/** What the parsers of all expressions share: tokens, document paths, placeholders and the wording of errors. */
export class Parser {
  /** `ConditionExpression`, `UpdateExpression` …, as messages begin with it. */
  readonly parameter: string;
  readonly #source: string;
  readonly #tokens: Token[];
  readonly #scope: Scope;
  #position = 0;
  /** A syntax error is reported before anything else, so other faults wait for the end. */
  #fault: string | undefined;

  constructor(parameter: string, source: string, scope: Scope) {
    this.parameter = parameter;
    this.#source = source;
    this.#scope = scope;
    if (source.trim() === '') throw this.error('The expression can not be empty;');
    if (Buffer.byteLength(source) > LONGEST) {
      throw this.error(
        `Expression size has exceeded the maximum allowed size; expression size: ${Buffer.byteLength(source)}`,
      );
    }
    this.#tokens = tokenize(source);
  }

  error(message: string): Error {
    return invalid(`Invalid ${this.parameter}: ${message}`);
  }

  fault(message: string): void {
    this.#fault ??= message;
  }

  finish(): void {
    if (this.token.kind !== 'end') throw this.syntaxError();
    if (this.#fault !== undefined) throw this.error(this.#fault);
  }

  get token(): Token {
    return this.#tokens[this.#position] as Token;
  }

  get next(): Token | undefined {
    return this.#tokens[this.#position + 1];
  }

  take(): Token {
    const token = this.token;
    if (token.kind !== 'end') this.#position++;
    return token;
  }

  isSymbol(text: string): boolean {
    return this.token.kind === 'symbol' && this.token.text === text;
  }

  takeSymbol(text: string): boolean {
    const found = this.isSymbol(text);
    if (found) this.take();
    return found;
  }

  expectSymbol(text: string): void {
    if (!this.takeSymbol(text)) throw this.syntaxError();
  }

  isKeyword(keyword: string): boolean {
    return this.token.kind === 'name' && this.token.text.toUpperCase() === keyword;
  }

  takeKeyword(keyword: string): boolean {
    const found = this.isKeyword(keyword);
    if (found) this.take();
    return found;
  }

  syntaxError(): Error {
    const from = this.#tokens[Math.max(0, this.#position - 1)] as Token;
    const to = this.#tokens[Math.min(this.#tokens.length - 1, this.#position + 1)] as Token;
    return this.error(`Syntax error; token: "${this.token.text}", near: "${this.#source.slice(from.start, to.end)}"`);
  }

  /** One or more of what `parse` reads, between commas. */
  list<Element>(parse: () => Element): Element[] {
    const elements = [parse()];
    while (this.takeSymbol(',')) elements.push(parse());
    return elements;
  }

  isFunctionCall(): boolean {
    return this.token.kind === 'name' && this.next?.text === '(';
  }

  path(): DocumentPath {
    const steps: (string | number)[] = [this.#pathName()];
    for (;;) {
      if (this.takeSymbol('.')) {
        steps.push(this.#pathName());
      } else if (this.takeSymbol('[')) {
        if (this.token.kind !== 'index') throw this.syntaxError();
        steps.push(this.#index(this.take().text));
        this.expectSymbol(']');
      } else {
        if (steps.length > DEEPEST_PATH) {
          this.fault(`The document path has too many nesting levels; nesting levels: ${steps.length}`);
        }
        this.#scope.addPath(steps);
        return steps;
      }
    }
  }

  #index(digits: string): number {
    if (Number(digits) > LARGEST_INDEX) {
      this.fault(`List index is not within the allowable range; index: [${digits}]`);
    }
    return Number(digits);
  }

  /** What stands between parentheses. Parentheses around nothing but parentheses are refused. */
  parenthesized<Inner>(parse: () => Inner): Inner {
    const start = this.#position;
    this.expectSymbol('(');
    const inner = parse();
    this.expectSymbol(')');
    const isDoubled = this.#tokens[start + 1]?.text === '(' && this.#closing(start + 1) === this.#position - 2;
    if (isDoubled) throw this.error('The expression has redundant parentheses;');
    return inner;
  }

  /** The token behind the parenthesis that closes the one at hand. */
  get behindParentheses(): Token | undefined {
    return this.#tokens[this.#closing(this.#position) + 1];
  }

  #closing(opening: number): number {
    let depth = 0;
    for (let position = opening; position < this.#tokens.length; position++) {
      const { text } = this.#tokens[position] as Token;
      if (text === '(') depth++;
      if (text === ')') depth--;
      if (depth === 0) return position;
    }
    return this.#tokens.length - 1;
  }

  pathOrValue(): Operand {
    return this.token.kind === ':' ? { kind: 'value', value: this.value() } : { kind: 'path', path: this.path() };
  }

  checkOperandCount(name: string, operands: readonly unknown[], expected: number): void {
    if (operands.length !== expected) {
      this.fault(
        `Incorrect number of operands for operator or function; operator or function: ${name}, number of operands: ${operands.length}`,
      );
    }
  }

  checkOperandType(name: string, operand: Operand | undefined, allowed: (value: AttributeValue) => boolean): void {
    if (operand?.kind === 'value' && !allowed(operand.value)) {
      this.fault(
        `Incorrect operand type for operator or function; operator or function: ${name}, operand type: ${typeOf(operand.value)}`,
      );
    }
  }

  #pathName(): string {
    const token = this.token;
    if (token.kind === '#') {
      this.take();
      const name = this.#scope.name(token.text);
      if (name === undefined) {
        this.fault(
          `An expression attribute name used in the document path is not defined; attribute name: ${token.text}`,
        );
      }
      return name ?? token.text;
    }
    if (token.kind !== 'name') throw this.syntaxError();
    this.take();
    if (isReserved(token.text)) this.fault(`Attribute name is a reserved keyword; reserved keyword: ${token.text}`);
    return token.text;
  }

  value(): AttributeValue {
    const token = this.take();
    const value = this.#scope.value(token.text);
    if (!value) {
      this.fault(`An expression attribute value used in expression is not defined; attribute value: ${token.text}`);
    }
    return value ?? { NULL: true };
  }
}
