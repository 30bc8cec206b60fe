import { findHandler, isHarmless } from './resources/index.ts';
import type { Template } from './template.ts';

/** What only CloudFormation can do, once it has done it. */
const PROCESSED =
  'Deploy the stack and load what CloudFormation made of it: aws cloudformation get-template --template-stage Processed';

/** Everything in a template that cannot be hosted, each as a line with the logical id; empty when all can. */
export function refusals(template: Template): string[] {
  const lines: string[] = [];
  for (const transform of [template.Transform ?? []].flat()) {
    if (transform !== 'AWS::LanguageExtensions') lines.push(`Transform ${transform}: not hosted. ${PROCESSED}`);
  }
  for (const rule of Object.keys(template.Rules ?? {})) {
    if (rule !== 'CheckBootstrapVersion') lines.push(`Rule ${rule}: rules are not evaluated`);
  }
  for (const [logicalId, resource] of Object.entries(template.Resources)) {
    if (isHarmless(resource.Type)) continue;
    const handler = findHandler(resource.Type);
    if (!handler) {
      lines.push(`${logicalId} (${resource.Type}): the local cloud does not host this type`);
      continue;
    }
    if (handler.properties === 'any') continue;
    const known = [...handler.properties, ...(handler.ignored ?? [])];
    for (const property of Object.keys(resource.Properties ?? {})) {
      if (!known.includes(property)) {
        lines.push(`${logicalId} (${resource.Type}): the local cloud does not host its property ${property}`);
      }
    }
  }
  return lines;
}
