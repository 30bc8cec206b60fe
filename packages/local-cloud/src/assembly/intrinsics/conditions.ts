import { AssemblyError } from '../assembly-error.ts';
import { argumentsOf, resolveText, resolveValue } from '../resolve.ts';
import type { Scope } from '../scope.ts';
import type { Intrinsic } from './intrinsic.ts';

export const ifElse: Intrinsic = (argument, scope) => {
  const [name, whenTrue, whenFalse] = argumentsOf(argument, 'Fn::If', 3);
  return resolveValue(scope.condition(String(name)) ? whenTrue : whenFalse, scope);
};

export const equals: Intrinsic = (argument, scope) => {
  const [left, right] = argumentsOf(argument, 'Fn::Equals', 2);
  return resolveText(left, scope, 'Fn::Equals') === resolveText(right, scope, 'Fn::Equals');
};

export const and: Intrinsic = (argument, scope) =>
  argumentsOf(argument, 'Fn::And', 2, 10).every((item) => truthOf(item, scope));

export const or: Intrinsic = (argument, scope) =>
  argumentsOf(argument, 'Fn::Or', 2, 10).some((item) => truthOf(item, scope));

export const not: Intrinsic = (argument, scope) => !truthOf(argumentsOf(argument, 'Fn::Not', 1)[0], scope);

/** A condition: a function that yields true or false, or `{ "Condition": "name" }`. */
export function truthOf(value: unknown, scope: Scope): boolean {
  if (value !== null && typeof value === 'object' && 'Condition' in value && Object.keys(value).length === 1) {
    return scope.condition(String(value.Condition));
  }
  const resolved = resolveValue(value, scope);
  if (typeof resolved === 'boolean') return resolved;
  throw new AssemblyError(`a condition must yield true or false, not ${JSON.stringify(resolved)}`);
}
