import { AssemblyError } from '../assembly-error.ts';
import { resolveText } from '../resolve.ts';
import type { Scope } from '../scope.ts';
import type { Intrinsic } from './intrinsic.ts';

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
