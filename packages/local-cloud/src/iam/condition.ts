import type { RequestContext } from './access-request.ts';
import { type ConditionOperator, conditionOperators } from './condition-operators.ts';
import { PolicyError } from './policy-error.ts';
import { fillVariables, hasVariables } from './policy-variables.ts';

/** One line of a Condition block: operator, key and values. A statement applies when all its lines hold. */
export interface Condition {
  /** The condition key in lower case. */
  readonly key: string;
  holds(context: RequestContext): boolean;
}

const OPERATOR = /^(?:(ForAnyValue|ForAllValues):)?([A-Za-z]+?)(IfExists)?$/;

export function parseConditions(block: unknown): Condition[] {
  if (block === undefined) return [];
  if (block === null || typeof block !== 'object' || Array.isArray(block)) {
    throw new PolicyError('Condition must be an object of operators.');
  }
  return Object.entries(block).flatMap(([operator, keys]) =>
    Object.entries((keys ?? {}) as Record<string, unknown>).map(([key, values]) =>
      parseCondition(operator, key, values),
    ),
  );
}

function parseCondition(name: string, key: string, values: unknown): Condition {
  const expected = (Array.isArray(values) ? values : [values]).map(String);
  const lowerKey = key.toLowerCase();
  if (name === 'Null') {
    return {
      key: lowerKey,
      holds: (context) => expected.some((value) => (value.toLowerCase() === 'true') === !context.has(lowerKey)),
    };
  }
  const [, quantifier, baseName = '', ifExists] = OPERATOR.exec(name) ?? [];
  const operator = Object.hasOwn(conditionOperators, baseName) ? conditionOperators[baseName] : undefined;
  if (!operator) {
    throw new PolicyError(
      `the condition operator ${name} is not evaluated here; these are: Null, ${Object.keys(conditionOperators).join(', ')}, each also with IfExists, ForAnyValue: or ForAllValues:`,
    );
  }
  return {
    key: lowerKey,
    holds(context) {
      const actual = context.get(lowerKey);
      if (!actual || actual.length === 0) {
        if (ifExists || quantifier === 'ForAllValues') return true;
        return quantifier === 'ForAnyValue' ? false : operator.negated;
      }
      const one = (value: string) => satisfies(operator, value, expected, context);
      return quantifier === 'ForAnyValue' ? actual.some(one) : actual.every(one);
    },
  };
}

function satisfies(operator: ConditionOperator, actual: string, expected: string[], context: RequestContext): boolean {
  const matched = expected.some((pattern) => {
    const filled = hasVariables(pattern) ? fillVariables(pattern, context) : pattern;
    return filled !== undefined && operator.compare(actual, filled);
  });
  return matched !== operator.negated;
}
