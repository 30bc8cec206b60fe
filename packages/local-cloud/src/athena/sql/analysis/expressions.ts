import { QueryError } from '../query-error.ts';
import {
  childOf,
  childrenOf,
  isIdentifier,
  nameOf,
  type SyntaxNode,
  soleDescendant,
  stringValue,
  textOf,
} from '../syntax-tree.ts';
import { offsetOf, precisionOf, UTC, zoneAt, zoned, zoneNamed } from '../time-zone.ts';
import { duckType } from '../type-name.ts';
import { constructedType, decimalType, integerType, LARGEST_BIGINT, timeTypeNamed } from './literal-types.ts';
import type { Queries } from './queries.ts';
import { Scope } from './scope.ts';
import { callType } from './signatures.ts';
import { clash, common, decimalResult, familyOf, fromDuckType, isCastable, type Type } from './types.ts';

/** Finds the type of an expression as far as it can be known, and refuses what Trino would refuse to combine. */
export class Expressions {
  readonly #queries: Queries;
  readonly #scope: Scope;

  constructor(queries: Queries, scope: Scope) {
    this.#queries = queries;
    this.#scope = scope;
  }

  typeOf(node: SyntaxNode): Type {
    const type = this.#typeOf(node);
    this.#queries.types.set(node, type);
    return type;
  }

  #typeOf(node: SyntaxNode): Type {
    switch (node.kind) {
      case 'QualifiedName':
        return this.#scope.resolve(node);
      case 'StringLiteral':
      case 'ListAgg':
      case 'JsonObject':
      case 'JsonArray':
      case 'JsonQuery':
      case 'JsonValue':
      case 'Trim':
      case 'Substring':
        this.#visit(node);
        return 'varchar';
      case 'IntegerLiteral':
        return integerType(node, LARGEST_BIGINT);
      case 'ArithmeticUnary':
        return this.#unary(node);
      case 'DecimalLiteral':
        return decimalType(textOf(node));
      case 'DoubleLiteral':
        return 'double';
      case 'NullLiteral':
        return 'unknown';
      case 'BinaryLiteral':
        return 'varbinary';
      case 'IntervalLiteral':
        return /(YEAR|MONTH)$/i.test(textOf(node)) ? 'interval year to month' : 'interval day to second';
      case 'ArrayConstructor':
        this.#alike(childrenOf(node, 'Expression'), 'All ARRAY elements');
        return 'array';
      case 'RowConstructor':
        this.#visit(node);
        return 'row';
      case 'BooleanLiteral':
      case 'Exists':
      case 'JsonExists':
        this.#visit(node);
        return 'boolean';
      case 'And':
      case 'Or':
      case 'LogicalNot':
        return this.#logical(node);
      case 'Predicated':
        return this.#predicated(node);
      case 'ArithmeticBinary':
        return this.#arithmetic(node);
      case 'Concatenation':
        return this.#concatenation(node);
      case 'Cast':
        return this.#cast(node);
      case 'AtTimeZone':
        return this.#atTimeZone(node);
      case 'TypeConstructor':
        return constructedType(node);
      case 'CurrentTimestamp':
        return 'timestamp(3) with time zone';
      case 'LocalTimestamp':
        return 'timestamp(3)';
      case 'CurrentDate':
        return 'date';
      case 'Extract':
      case 'Position':
        for (const child of node.children) if (!isIdentifier(child)) this.typeOf(child);
        return 'bigint';
      case 'SearchedCase':
      case 'SimpleCase':
        return this.#case(node);
      case 'FunctionCall':
        return this.#call(node);
      case 'Lambda':
        return this.#lambda(node);
      case 'SubqueryExpression':
        return this.#queries.query(childOf(node, 'QueryStatement') ?? node, this.#scope)?.[0]?.type;
      case 'QueryStatement':
        this.#queries.query(node, this.#scope);
        return undefined;
      case 'Parameter':
        return undefined;
      case 'ParenthesizedExpression':
        return this.typeOf(node.children[1] ?? node);
      case 'Dereference':
        this.#visit(node.children[0] ?? node);
        return undefined;
      case 'Over':
        // A window's name is no column.
        for (const child of node.children) if (!isIdentifier(child)) this.#visit(child);
        return undefined;
      case 'token':
        return undefined;
      default:
        return node.children.length === 1 && node.children[0] ? this.typeOf(node.children[0]) : this.#visit(node);
    }
  }

  /** A condition is a boolean. */
  condition(node: SyntaxNode, clause: string): void {
    const type = this.typeOf(node);
    if (type !== undefined && type !== 'unknown' && familyOf(type) !== 'boolean') {
      throw new QueryError('TYPE_MISMATCH', `${clause} must evaluate to a boolean: actual type ${type}`, node);
    }
  }

  #visit(node: SyntaxNode): undefined {
    for (const child of node.children) this.typeOf(child);
    return undefined;
  }

  #logical(node: SyntaxNode): Type {
    for (const child of node.children) if (child.kind !== 'token') this.condition(child, 'Logical expression term');
    return 'boolean';
  }

  #predicated(node: SyntaxNode): Type {
    const [value, predicate] = node.children;
    const type = value && this.typeOf(value);
    if (!predicate) return type;
    switch (predicate.kind) {
      case 'Comparison': {
        const [operator, right] = predicate.children;
        if (operator && right) this.#comparable(type, this.typeOf(right), textOf(operator), operator);
        break;
      }
      case 'Between':
      case 'InList':
      case 'DistinctFrom':
        for (const child of predicate.children) {
          if (child.kind === 'token') continue;
          const other = this.typeOf(child);
          if (clash(type, other)) {
            const message =
              predicate.kind === 'InList'
                ? `IN value and list items may not have different types: ${type}, ${other}`
                : `Cannot check if ${type} is ${predicate.kind === 'Between' ? 'BETWEEN' : 'DISTINCT FROM'} ${other}`;
            throw new QueryError('TYPE_MISMATCH', message, child);
          }
        }
        break;
      case 'InSubquery': {
        const query = childOf(predicate, 'QueryStatement');
        const [column] = (query && this.#queries.query(query, this.#scope)) ?? [];
        if (clash(type, column?.type)) {
          throw new QueryError(
            'TYPE_MISMATCH',
            `value and result of subquery must be of the same type for IN expression: ${type} vs ${column?.type}`,
            node,
          );
        }
        break;
      }
      case 'Like':
        if (clash(type, 'varchar')) {
          throw new QueryError(
            'TYPE_MISMATCH',
            `Left side of LIKE expression must evaluate to a varchar (actual: ${type})`,
            node,
          );
        }
        this.#visit(predicate);
        break;
      default:
        this.#visit(predicate);
    }
    return 'boolean';
  }

  #comparable(left: Type, right: Type, operator: string, at: SyntaxNode): void {
    const isOrderOfJson = /^[<>]=?$/.test(operator) && familyOf(left) === 'json' && familyOf(right) === 'json';
    if (!clash(left, right) && !isOrderOfJson) return;
    throw new QueryError('TYPE_MISMATCH', `Cannot apply operator: ${left} ${operator} ${right}`, at);
  }

  #arithmetic(node: SyntaxNode): Type {
    const [left, operator, right] = node.children;
    const [a, b] = [left && this.typeOf(left), right && this.typeOf(right)];
    const families = [familyOf(a), familyOf(b)];
    const wrong = families.some((family) => family !== undefined && !['number', 'time', 'interval'].includes(family));
    const isDateAndNumber = families.includes('time') && families.includes('number');
    const isSumOfTimes = operator?.text === '+' && families.every((family) => family === 'time');
    if ((wrong || isDateAndNumber || isSumOfTimes) && operator) {
      throw new QueryError('TYPE_MISMATCH', `Cannot apply operator: ${a} ${operator.text} ${b}`, operator);
    }
    if (families.every((family) => family === 'number')) {
      return decimalResult(operator?.text ?? '', a, b) ?? common(a, b);
    }
    if (families.every((family) => family === 'time')) return 'interval day to second';
    if (families.includes('interval')) {
      if (families.includes('time')) return families[0] === 'time' ? a : b;
      return families[0] === 'interval' ? a : b;
    }
    return undefined;
  }

  /** The smallest bigint is written as a minus and a number that is one too large. */
  #unary(node: SyntaxNode): Type {
    const [operator, operand = node] = node.children;
    const literal = soleDescendant(operand, 'IntegerLiteral');
    if (literal && operator?.text === '-') return integerType(literal, LARGEST_BIGINT + 1n);
    const type = this.typeOf(operand);
    const family = familyOf(type);
    if (family !== undefined && family !== 'number' && family !== 'interval') {
      throw new QueryError('TYPE_MISMATCH', `Cannot negate ${type}`, node);
    }
    return type;
  }

  #concatenation(node: SyntaxNode): Type {
    return this.#joined(
      node,
      node.children.filter((child) => child.kind !== 'token'),
    );
  }

  #joined(node: SyntaxNode, operands: readonly SyntaxNode[]): Type {
    const types = operands.map((operand) => this.typeOf(operand));
    const families = types.map(familyOf);
    // An element may be joined to an array.
    const isOfArrays = families.includes('array');
    const fits =
      isOfArrays || families.every((family) => family === undefined || family === 'text' || family === 'bytes');
    if (!fits || (families.includes('text') && families.includes('bytes'))) {
      throw new QueryError(
        'FUNCTION_NOT_FOUND',
        `Unexpected parameters (${types.join(', ')}) for function concat`,
        node,
      );
    }
    if (isOfArrays) return 'array';
    return types.every((type) => familyOf(type) === 'text') ? 'varchar' : undefined;
  }

  #case(node: SyntaxNode): Type {
    const whens = childrenOf(node, 'WhenClause');
    const simple = node.kind === 'SimpleCase';
    const own = node.children.filter((child) => child.kind === 'Expression');
    const operand = simple && own[0] ? this.typeOf(own[0]) : undefined;
    const results: SyntaxNode[] = [];
    for (const when of whens) {
      const [condition, result] = childrenOf(when, 'Expression');
      if (condition && simple) this.#comparable(operand, this.typeOf(condition), '=', condition);
      else if (condition) this.condition(condition, 'CASE WHEN clause');
      if (result) results.push(result);
    }
    const otherwise = own[simple ? 1 : 0];
    if (otherwise) results.push(otherwise);
    return this.#alike(results, 'All CASE results');
  }

  #alike(nodes: readonly SyntaxNode[], what: string): Type {
    let type: Type = 'unknown';
    for (const node of nodes) {
      const next = this.typeOf(node);
      if (clash(type, next))
        throw new QueryError(
          'TYPE_MISMATCH',
          `${what} must be the same type or coercible to a common type. Cannot find common type between ${type} and ${next}`,
          node,
        );
      type = type === undefined || next === undefined ? (type ?? next) : common(type, next);
    }
    return type === 'unknown' ? undefined : type;
  }

  #call(node: SyntaxNode): Type {
    const name = textOf(childOf(node, 'FunctionName') ?? node).toLowerCase();
    const args = childrenOf(node, 'Expression');
    for (const child of node.children) {
      if (child.kind !== 'FunctionName' && child.kind !== 'Expression') this.typeOf(child);
    }
    if (name === 'concat') return this.#joined(node, args);
    if (name === 'coalesce') return this.#alike(args, 'All COALESCE operands');
    if (name === 'if') {
      if (args[0]) this.condition(args[0], 'IF condition');
      return this.#alike(args.slice(1), 'All IF results');
    }
    const types = args.map((arg) => this.typeOf(arg));
    if (name === 'nullif') return types[0];
    if (name === 'avg' && types[0]?.startsWith('decimal(')) return types[0];
    if ((name === 'date_add' || name === 'date_trunc') && types.at(-1) !== undefined) return types.at(-1);
    if (name === 'at_timezone' || name === 'with_timezone') return this.#inZone(types[0], args[1]);
    if (name === 'from_unixtime' && args.length > 1) return this.#inZone(undefined, args[1], args[2]);
    if (name === 'from_iso8601_timestamp') return isoType(args[0]);
    if (name === 'reverse') return types[0];
    if (
      [
        'min',
        'max',
        'arbitrary',
        'any_value',
        'min_by',
        'max_by',
        'try',
        'lag',
        'lead',
        'first_value',
        'last_value',
      ].includes(name)
    ) {
      return types[0];
    }
    const { type, fits, expected } = callType(name, types);
    if (!fits) {
      throw new QueryError(
        'FUNCTION_NOT_FOUND',
        `Unexpected parameters (${types.map((one) => one ?? 'unknown').join(', ')}) for function ${name}. Expected: ${expected}`,
        node,
      );
    }
    return type;
  }

  #cast(node: SyntaxNode): Type {
    const [value] = childrenOf(node, 'Expression');
    const source = value && this.typeOf(value);
    const target = node.children.find((child) => child.kind.endsWith('Type')) ?? node;
    const isTime = target.kind === 'DateTimeType' || target.kind === 'TimeType';
    const type = isTime ? timeTypeNamed(target, source, value && stringValue(value)) : fromDuckType(duckType(target));
    if (!isCastable(source, type)) {
      throw new QueryError('TYPE_MISMATCH', `Cannot cast ${source} to ${type}`, node);
    }
    return type;
  }

  #atTimeZone(node: SyntaxNode): Type {
    const [value] = node.children;
    const zone = childOf(node, 'TimeZoneString');
    return this.#inZone(value && this.typeOf(value), zone?.children.at(-1));
  }

  /** The zone is a name, or hours and minutes as numbers. */
  #inZone(type: Type, zone: SyntaxNode | undefined, minutes?: SyntaxNode): Type {
    const name = zone && (minutes ? offsetOf(textOf(zone), textOf(minutes)) : stringValue(zone));
    return zoned(precisionOf(type), name === undefined || !zone ? UTC : zoneAt(name, zone));
  }

  #lambda(node: SyntaxNode): Type {
    const columns = node.children
      .filter(isIdentifier)
      .map((name) => ({ name: nameOf(name).toLowerCase(), type: undefined }));
    const inner = new Scope([{ alias: undefined, columns }], this.#scope);
    new Expressions(this.#queries, inner).typeOf(node.children.at(-1) ?? node);
    return undefined;
  }
}

/** What from_iso8601_timestamp reads keeps the offset that is written in it. */
function isoType(argument: SyntaxNode | undefined): Type {
  const text = argument && stringValue(argument);
  const [offset = UTC] = /(?<=T.*)[+-]\d\d(:?\d\d)?$/.exec(text ?? '') ?? [];
  return zoned(3, zoneNamed(offset) ?? UTC);
}

/** The name a select item without an alias goes by. */
export function ownName(item: SyntaxNode): string | undefined {
  const column = soleDescendant(item, 'QualifiedName');
  if (column) return nameOf(column.children.filter(isIdentifier).at(-1) ?? column).toLowerCase();
  const field = soleDescendant(item, 'Dereference');
  return field && nameOf(field.children.at(-1) ?? field).toLowerCase();
}
