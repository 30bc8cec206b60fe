import { AssemblyError } from './assembly-error.ts';
import { refusals } from './check-template.ts';
import { deployStack } from './deploy-stack.ts';
import { LoadReport } from './load-report.ts';
import type { Loader } from './loader.ts';
import { inOrder } from './order.ts';
import { readAssembly, type StackArtifact } from './read-assembly.ts';
import { importsIn } from './references.ts';

/**
 * Creates what the templates of the assemblies say, or brings what is there into line with them. Everything that
 * cannot be hosted is found before the first resource is touched. Stacks loaded earlier and not named now stay.
 */
export async function loadAssemblies(loader: Loader, directories: readonly string[]): Promise<LoadReport> {
  const stacks = directories.flatMap(readAssembly);
  refuseDoubles(stacks);
  const refused = stacks.flatMap(({ stackName, template }) =>
    refusals(template).map((line) => `  ${stackName}/${line}`),
  );
  if (refused.length > 0) throw new AssemblyError(`The assembly cannot be hosted:\n${refused.join('\n')}`);

  const report = new LoadReport();
  const loading = new Set(stacks.map((stack) => stack.stackName));
  for (const stack of stacksInOrder(stacks)) {
    report.stacks.push(stack.stackName);
    await deployStack(loader, stack, loading, report);
  }
  return report;
}

function refuseDoubles(stacks: readonly StackArtifact[]): void {
  const seen = new Map<string, StackArtifact>();
  for (const stack of stacks) {
    const other = seen.get(stack.stackName);
    if (other) {
      throw new AssemblyError(
        `Two stacks are named ${stack.stackName}, in ${other.directory} and in ${stack.directory}. Rename one of them.`,
      );
    }
    seen.set(stack.stackName, stack);
  }
}

/** A stack comes after those its manifest names, and after those whose exports it imports. */
function stacksInOrder(stacks: readonly StackArtifact[]): StackArtifact[] {
  const byName = new Map(stacks.map((stack) => [stack.stackName, stack]));
  const exporters = new Map(
    stacks.flatMap((stack) =>
      Object.values(stack.template.Outputs ?? {}).flatMap(({ Export }) =>
        typeof Export?.Name === 'string' ? [[Export.Name, stack.stackName] as const] : [],
      ),
    ),
  );
  const needs = new Map(
    stacks.map((stack) => {
      const declared = stacks.filter(
        (other) => other.directory === stack.directory && stack.dependencies.includes(other.artifactId),
      );
      const imported = importsIn(stack.template).flatMap((name) => exporters.get(name) ?? []);
      return [stack.stackName, [...declared.map((other) => other.stackName), ...imported]];
    }),
  );
  return inOrder(needs, 'stacks').flatMap((name) => byName.get(name) ?? []);
}
