import { AssemblyError } from './assembly-error.ts';
import { intrinsics } from './intrinsics/index.ts';
import type { Scope } from './scope.ts';

/** What `AWS::NoValue` resolves to: the property or list item that holds it is left out. */
export const NO_VALUE = Symbol('AWS::NoValue');

/** Replaces every function of a template value by what it yields in `scope`. */
export function resolve(value: unknown, scope: Scope): unknown {
  const resolved = resolveValue(value, scope);
  return resolved === NO_VALUE ? undefined : resolved;
}

export function resolveValue(value: unknown, scope: Scope): unknown {
  if (Array.isArray(value)) return value.map((item) => resolveValue(item, scope)).filter((item) => item !== NO_VALUE);
  if (value === null || typeof value !== 'object') return value;
  const call = functionOf(value);
  if (call) {
    const run = Object.hasOwn(intrinsics, call.name) ? intrinsics[call.name] : undefined;
    if (!run) throw new AssemblyError(`the function ${call.name} is not hosted`);
    return run(call.argument, scope);
  }
  const entries = Object.entries(value)
    .map(([key, item]) => [key, resolveValue(item, scope)] as const)
    .filter(([, item]) => item !== NO_VALUE);
  return Object.fromEntries(entries);
}

/** `{ "Fn::X": argument }`, `{ "Ref": … }` and `{ "Condition": "name" }` are calls; all other objects are data. */
export function functionOf(value: object): { name: string; argument: unknown } | undefined {
  const keys = Object.keys(value);
  const [name] = keys;
  if (keys.length !== 1 || name === undefined || !(name === 'Ref' || name.startsWith('Fn::'))) return undefined;
  return { name, argument: (value as Record<string, unknown>)[name] };
}

/** A resolved argument that has to be text: numbers and booleans are written out, as CloudFormation does. */
export function resolveText(value: unknown, scope: Scope, where: string): string {
  const resolved = resolveValue(value, scope);
  if (typeof resolved === 'string') return resolved;
  if (typeof resolved === 'number' || typeof resolved === 'boolean') return String(resolved);
  throw new AssemblyError(`${where} needs a string, not ${describe(resolved)}`);
}

export function resolveList(value: unknown, scope: Scope, where: string): unknown[] {
  const resolved = resolveValue(value, scope);
  if (Array.isArray(resolved)) return resolved;
  throw new AssemblyError(`${where} needs a list, not ${describe(resolved)}`);
}

/** The arguments of a function that takes a fixed number of them. */
export function argumentsOf(value: unknown, where: string, least: number, most = least): unknown[] {
  if (Array.isArray(value) && value.length >= least && value.length <= most) return value;
  const count = least === most ? String(least) : `${least} to ${most}`;
  throw new AssemblyError(`${where} takes a list of ${count} arguments`);
}

function describe(value: unknown): string {
  if (value === NO_VALUE) return 'AWS::NoValue';
  return JSON.stringify(value)?.slice(0, 80) ?? String(value);
}
