import { AssemblyError } from '../assembly-error.ts';
import { argumentsOf, NO_VALUE, resolveList, resolveText, resolveValue } from '../resolve.ts';
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

/** `["Logical", "Attribute"]`, or `"Logical.Attribute"`. */
export const getAtt: Intrinsic = (argument, scope) => {
  if (Array.isArray(argument) && argument.length === 2) {
    return attributeOf(String(argument[0]), resolveText(argument[1], scope, 'Fn::GetAtt'), scope);
  }
  const [logicalId = '', ...attribute] = String(argument).split('.');
  return attributeOf(logicalId, attribute.join('.'), scope);
};

export function attributeOf(logicalId: string, attribute: string, scope: Scope): unknown {
  const resource = scope.resource(logicalId);
  if (!resource) throw new AssemblyError(`Fn::GetAtt ${logicalId}.${attribute} names a resource that does not exist`);
  if (Object.hasOwn(resource.attributes, attribute)) return resource.attributes[attribute];
  const known = Object.keys(resource.attributes).join(', ') || 'none';
  throw new AssemblyError(`${logicalId} has no attribute ${attribute} here; its attributes: ${known}`);
}

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

export const ref: Intrinsic = (argument, scope) => refer(String(argument), scope);

export function refer(name: string, scope: Scope): unknown {
  if (name === 'AWS::NoValue') return NO_VALUE;
  if (Object.hasOwn(scope.pseudo, name)) return scope.pseudo[name];
  if (Object.hasOwn(scope.parameters, name)) return scope.parameters[name];
  const resource = scope.resource(name);
  if (!resource) throw new AssemblyError(`Ref ${name} names neither a parameter nor a resource that exists`);
  return resource.ref;
}

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

export const join: Intrinsic = (argument, scope) => {
  const [delimiter, items] = argumentsOf(argument, 'Fn::Join', 2);
  return resolveList(items, scope, 'Fn::Join')
    .map((item) => resolveText(item, scope, 'Fn::Join'))
    .join(resolveText(delimiter, scope, 'Fn::Join'));
};

export const split: Intrinsic = (argument, scope) => {
  const [delimiter, text] = argumentsOf(argument, 'Fn::Split', 2);
  return resolveText(text, scope, 'Fn::Split').split(resolveText(delimiter, scope, 'Fn::Split'));
};

export const select: Intrinsic = (argument, scope) => {
  const [position, items] = argumentsOf(argument, 'Fn::Select', 2);
  const list = resolveList(items, scope, 'Fn::Select');
  const index = Number(resolveText(position, scope, 'Fn::Select'));
  if (!Number.isInteger(index) || index < 0 || index >= list.length) {
    throw new AssemblyError(`Fn::Select cannot take item ${index} of a list of ${list.length}`);
  }
  return list[index];
};

export const base64: Intrinsic = (argument, scope) =>
  Buffer.from(resolveText(argument, scope, 'Fn::Base64')).toString('base64');

export const length: Intrinsic = (argument, scope) => resolveList(argument, scope, 'Fn::Length').length;

export const toJsonString: Intrinsic = (argument, scope) => JSON.stringify(resolveValue(argument, scope));
