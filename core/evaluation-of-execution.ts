import { evaluationIdSchema } from '../contracts/ids.ts';
import { isObject, parseJson } from './json.ts';

/** An evaluation has the name of its first execution, unless the input gives another; later passes always do. */
export function evaluationOfExecution({ name, input }: { name?: string; input?: string }): string | undefined {
  const given = parseJson(input ?? '');
  const id = evaluationIdSchema.safeParse((isObject(given) ? given.evaluationId : undefined) ?? name);
  return id.success ? id.data : undefined;
}
