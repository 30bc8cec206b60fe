import { namesIn } from './intrinsics/functions.ts';
import { functionOf } from './resolve.ts';

/** Names a template value refers to: resources, parameters and pseudo-parameters alike. */
export function referencesIn(value: unknown, condition: (name: string) => boolean): Set<string> {
  const names = new Set<string>();
  collect(value, condition, names);
  return names;
}

function collect(value: unknown, condition: (name: string) => boolean, names: Set<string>): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, condition, names);
    return;
  }
  if (value === null || typeof value !== 'object') return;
  const call = functionOf(value);
  if (call?.name === 'Ref') {
    names.add(String(call.argument));
  } else if (call?.name === 'Fn::GetAtt') {
    names.add(Array.isArray(call.argument) ? String(call.argument[0]) : (String(call.argument).split('.')[0] ?? ''));
  } else if (call?.name === 'Fn::If' && Array.isArray(call.argument)) {
    // Only the branch that is taken counts: the other may name a resource that is not there.
    const [name, whenTrue, whenFalse] = call.argument;
    collect(condition(String(name)) ? whenTrue : whenFalse, condition, names);
  } else {
    if (call?.name === 'Fn::Sub') for (const name of namesIn(call.argument)) names.add(name.split('.')[0] ?? name);
    for (const item of Object.values(value)) collect(item, condition, names);
  }
}

/** Names of exports a value imports, as far as they are plain text. */
export function importsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(importsIn);
  if (value === null || typeof value !== 'object') return [];
  const call = functionOf(value);
  if (call?.name === 'Fn::ImportValue' && typeof call.argument === 'string') return [call.argument];
  return Object.values(value).flatMap(importsIn);
}
