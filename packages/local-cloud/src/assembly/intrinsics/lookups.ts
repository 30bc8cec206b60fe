import { AssemblyError } from '../assembly-error.ts';
import { argumentsOf, resolveText, resolveValue } from '../resolve.ts';
import type { Intrinsic } from './intrinsic.ts';

/** `[map, first key, second key]`, and with the language extensions `{ DefaultValue }` as a fourth. */
export const findInMap: Intrinsic = (argument, scope) => {
  const [map, first, second, options] = argumentsOf(argument, 'Fn::FindInMap', 3, 4);
  const names = [map, first, second].map((name) => resolveText(name, scope, 'Fn::FindInMap'));
  const [mapName = '', topKey = '', secondKey = ''] = names;
  const found = scope.mappings[mapName]?.[topKey]?.[secondKey];
  if (found !== undefined) return resolveValue(found, scope);
  const fallback = (options as { DefaultValue?: unknown } | undefined)?.DefaultValue;
  if (fallback !== undefined) return resolveValue(fallback, scope);
  throw new AssemblyError(`Fn::FindInMap finds nothing at ${names.join('.')}`);
};

export const importValue: Intrinsic = (argument, scope) =>
  scope.importValue(resolveText(argument, scope, 'Fn::ImportValue'));

/** Three zones, as most regions have; nothing hosted here is tied to one. */
export const getAzs: Intrinsic = (argument, scope) => {
  const region = resolveText(argument, scope, 'Fn::GetAZs') || String(scope.pseudo['AWS::Region']);
  return ['a', 'b', 'c'].map((letter) => `${region}${letter}`);
};
