import { AssemblyError } from '../assembly-error.ts';
import { argumentsOf, resolveList, resolveText, resolveValue } from '../resolve.ts';
import type { Intrinsic } from './intrinsic.ts';

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
