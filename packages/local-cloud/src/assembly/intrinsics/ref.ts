import { AssemblyError } from '../assembly-error.ts';
import { NO_VALUE } from '../resolve.ts';
import type { Scope } from '../scope.ts';
import type { Intrinsic } from './intrinsic.ts';

export const ref: Intrinsic = (argument, scope) => refer(String(argument), scope);

export function refer(name: string, scope: Scope): unknown {
  if (name === 'AWS::NoValue') return NO_VALUE;
  if (Object.hasOwn(scope.pseudo, name)) return scope.pseudo[name];
  if (Object.hasOwn(scope.parameters, name)) return scope.parameters[name];
  const resource = scope.resource(name);
  if (!resource) throw new AssemblyError(`Ref ${name} names neither a parameter nor a resource that exists`);
  return resource.ref;
}
