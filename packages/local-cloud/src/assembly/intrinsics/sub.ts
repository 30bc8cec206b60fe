import { AssemblyError } from '../assembly-error.ts';
import { resolveText } from '../resolve.ts';
import type { Scope } from '../scope.ts';
import { attributeOf } from './get-att.ts';
import type { Intrinsic } from './intrinsic.ts';
import { refer } from './ref.ts';

const PLACEHOLDER = /\$\{(!?)([^}]*)\}/g;

/** `"text ${Name} ${Logical.Attribute} ${!literal}"`, alone or with a map of values of its own. */
export const sub: Intrinsic = (argument, scope) => {
  const [text, values] = Array.isArray(argument) ? argument : [argument, {}];
  if (typeof text !== 'string') throw new AssemblyError('Fn::Sub needs a string as its text');
  const own = (values ?? {}) as Record<string, unknown>;
  return text.replace(PLACEHOLDER, (_all, literal: string, name: string) =>
    literal ? `\${${name}}` : resolveText(lookUp(name.trim(), own, scope), scope, `Fn::Sub \${${name}}`),
  );
};

function lookUp(name: string, own: Record<string, unknown>, scope: Scope): unknown {
  if (Object.hasOwn(own, name)) return own[name];
  const dot = name.indexOf('.');
  return dot < 0 ? refer(name, scope) : attributeOf(name.slice(0, dot), name.slice(dot + 1), scope);
}

/** Names in the text that are not its own values: what the template must provide. */
export function namesIn(argument: unknown): string[] {
  const [text, values] = Array.isArray(argument) ? argument : [argument, {}];
  if (typeof text !== 'string') return [];
  return [...text.matchAll(PLACEHOLDER)]
    .filter(([, literal]) => !literal)
    .map(([, , name = '']) => name.trim())
    .filter((name) => !Object.hasOwn((values ?? {}) as object, name));
}
