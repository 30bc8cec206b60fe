import { AssemblyError } from './assembly-error.ts';
import { removeResource } from './deploy-resource.ts';
import { LoadReport } from './load-report.ts';
import type { Loader } from './loader.ts';

/** Deletes a stack as `cdk destroy` does: what its template says to keep stays, and can be imported again. */
export async function deleteStack(loader: Loader, stackName: string): Promise<LoadReport> {
  const { stacks } = loader;
  const stack = stacks.stack(stackName);
  if (!stack) throw new AssemblyError(`Stack ${stackName} does not exist.`);
  const exported = stack.outputs.flatMap(({ exportName }) => exportName ?? []);
  const user = stacks.stacks().find((other) => other.imports.some((name) => exported.includes(name)));
  if (user) throw new AssemblyError(`Cannot delete stack ${stackName}: ${user.name} uses its exports.`);
  const report = new LoadReport();
  report.stacks.push(stackName);
  const left: string[] = [];
  for (const resource of stacks.resources(stackName).reverse()) {
    if (!(await removeResource(loader, resource, report))) left.push(resource.logicalId);
  }
  if (left.length > 0) {
    const statusReason = `The following resource(s) failed to delete: [${left.join(', ')}].`;
    stacks.putStack({ ...stack, status: 'DELETE_FAILED', statusReason });
    throw new AssemblyError(`Stack ${stackName}: ${statusReason}`);
  }
  stacks.deleteStack(stack.name);
  return report;
}
