import { type TargetBindings, targetBindingsSchema } from '../../contracts/target-bindings.ts';
import { environment } from './environment.ts';

let read: TargetBindings | undefined;

/** What whoever deploys has bound secrets, agents and tools to. */
export function targetBindings(): TargetBindings {
  read ??= targetBindingsSchema.parse(JSON.parse(environment('TARGET_BINDINGS')));
  return read;
}
