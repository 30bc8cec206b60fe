import { and, equals, ifElse, not, or } from './conditions.ts';
import { getAtt } from './get-att.ts';
import type { Intrinsic } from './intrinsic.ts';
import { findInMap, getAzs, importValue } from './lookups.ts';
import { ref } from './ref.ts';
import { sub } from './sub.ts';
import { base64, join, length, select, split, toJsonString } from './text-and-lists.ts';

/** Every function a template may use here; any other (`Fn::Transform`, `Fn::ForEach`, `Fn::Cidr`) is refused by name. */
export const intrinsics: Readonly<Record<string, Intrinsic>> = {
  Ref: ref,
  'Fn::GetAtt': getAtt,
  'Fn::Sub': sub,
  'Fn::Join': join,
  'Fn::Split': split,
  'Fn::Select': select,
  'Fn::Base64': base64,
  'Fn::Length': length,
  'Fn::ToJsonString': toJsonString,
  'Fn::FindInMap': findInMap,
  'Fn::ImportValue': importValue,
  'Fn::GetAZs': getAzs,
  'Fn::If': ifElse,
  'Fn::Equals': equals,
  'Fn::And': and,
  'Fn::Or': or,
  'Fn::Not': not,
};
