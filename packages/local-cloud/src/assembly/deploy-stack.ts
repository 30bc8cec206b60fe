import { AssemblyError, reasonOf } from './assembly-error.ts';
import { deployResource, removeResource } from './deploy-resource.ts';
import type { LoadReport } from './load-report.ts';
import type { Loader } from './loader.ts';
import { inOrder } from './order.ts';
import { publishAssets } from './publish-assets.ts';
import type { StackArtifact } from './read-assembly.ts';
import { referencesIn } from './references.ts';
import { resolve } from './resolve.ts';
import type { Scope } from './scope.ts';
import { stackIdOf } from './stack-id.ts';
import type { OutputRecord, ResourceRecord, StackRecord } from './stack-store.ts';
import type { Template } from './template.ts';
import { templateScope } from './template-scope.ts';

/** Creates or updates one stack. `loading` are the stacks of this load, which may still change what they import. */
export async function deployStack(
  loader: Loader,
  artifact: StackArtifact,
  loading: ReadonlySet<string>,
  report: LoadReport,
): Promise<void> {
  const { context, stacks } = loader;
  const { stackName, template } = artifact;
  const previous = stacks.stack(stackName);
  const before = { created: report.created, updated: report.updated, deleted: report.deleted };
  const imports = new Set<string>();
  const stackId = previous?.id ?? stackIdOf(context, stackName);

  const within = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw new AssemblyError(`Stack ${stackName}: ${reasonOf(error)}`);
    }
  };

  const scope = within(() =>
    templateScope({
      context,
      stackName,
      stackId,
      template,
      resource: (logicalId) => referable(stacks.resource(stackName, logicalId)),
      importValue(name) {
        imports.add(name);
        const found = stacks.exports().find((exported) => exported.name === name);
        if (!found) throw new AssemblyError(`No export named ${name} found.`);
        return found.value;
      },
    }),
  );
  const wanted = within(() => resourcesInOrder(template, scope));
  within(() => checkExports(loader, stackName, exportNames(template, scope), loading));

  const record = (status: StackRecord['status'], more: Partial<StackRecord> = {}): StackRecord => ({
    name: stackName,
    id: stackId,
    status,
    createdAt: previous?.createdAt ?? Date.now(),
    ...(previous ? { updatedAt: Date.now() } : {}),
    template,
    parameters: parametersOf(template, scope),
    outputs: previous?.outputs ?? [],
    imports: previous?.imports ?? [],
    tags: artifact.tags,
    ...more,
  });
  // A stack whose first load failed is still being created, whatever was made then.
  const isUpdate = previous !== undefined && !previous.status.startsWith('CREATE_FAILED');
  try {
    await publishAssets(artifact.assets, context);
    const outdated: ResourceRecord[] = [];
    for (const logicalId of wanted) {
      const replaced = await deployResource(loader, artifact, logicalId, scope, report);
      if (replaced) outdated.push(replaced);
    }
    const gone = stacks.resources(stackName).filter((resource) => !wanted.includes(resource.logicalId));
    for (const resource of [...gone.reverse(), ...outdated.reverse()]) await removeResource(loader, resource, report);

    const outputs = within(() => outputsOf(template, scope));
    const changed =
      report.created !== before.created || report.updated !== before.updated || report.deleted !== before.deleted;
    const same = previous && !changed && JSON.stringify(previous.template) === JSON.stringify(template);
    if (same && previous.status.endsWith('_COMPLETE') && previous.resources) return;
    stacks.completeStack(record(isUpdate ? 'UPDATE_COMPLETE' : 'CREATE_COMPLETE', { outputs, imports: [...imports] }));
  } catch (error) {
    stacks.putStack(record(isUpdate ? 'UPDATE_FAILED' : 'CREATE_FAILED', { statusReason: reasonOf(error) }));
    throw error;
  }
}

const referable = (record: ResourceRecord | undefined) =>
  record && { ref: record.physicalId, attributes: record.attributes };

/** Logical ids of the resources whose condition holds, each after what it refers to or depends on. */
function resourcesInOrder(template: Template, scope: Scope): string[] {
  const entries = Object.entries(template.Resources).filter(
    ([, resource]) => resource.Condition === undefined || scope.condition(resource.Condition),
  );
  const present = new Set(entries.map(([logicalId]) => logicalId));
  const needs = new Map(
    entries.map(([logicalId, resource]) => {
      const references = referencesIn(resource.Properties, scope.condition);
      const unknown = [...references].find((name) => !present.has(name) && !isValue(name, scope));
      if (unknown !== undefined) {
        throw new AssemblyError(
          `Unresolved resource dependencies [${unknown}] in the Resources block of the template (in ${logicalId})`,
        );
      }
      return [logicalId, [...references, ...[resource.DependsOn ?? []].flat()]];
    }),
  );
  return inOrder(needs, 'resources');
}

const isValue = (name: string, scope: Scope): boolean =>
  name === 'AWS::NoValue' || Object.hasOwn(scope.pseudo, name) || Object.hasOwn(scope.parameters, name);

function exportNames(template: Template, scope: Scope): string[] {
  return Object.values(template.Outputs ?? {})
    .filter(({ Condition }) => Condition === undefined || scope.condition(Condition))
    .flatMap(({ Export }) => (Export ? [String(resolve(Export.Name, scope))] : []));
}

/** An export has one owner, and stays as long as another stack imports it. */
function checkExports({ stacks }: Loader, stackName: string, names: string[], loading: ReadonlySet<string>): void {
  for (const exported of stacks.exports()) {
    if (exported.stack.name !== stackName) {
      if (names.includes(exported.name)) {
        throw new AssemblyError(
          `Export with name ${exported.name} is already exported by stack ${exported.stack.name}`,
        );
      }
    } else if (!names.includes(exported.name)) {
      const user = stacks.stacks().find((stack) => !loading.has(stack.name) && stack.imports.includes(exported.name));
      if (user) throw new AssemblyError(`Cannot delete export ${exported.name} as it is in use by ${user.name}`);
    }
  }
}

function outputsOf(template: Template, scope: Scope): OutputRecord[] {
  return Object.entries(template.Outputs ?? {})
    .filter(([, { Condition }]) => Condition === undefined || scope.condition(Condition))
    .map(([key, { Value, Description, Export }]) => {
      const value = resolve(Value, scope);
      if (value === null || typeof value === 'object' || value === undefined) {
        throw new AssemblyError(`the output ${key} must be a string`);
      }
      return {
        key,
        value: String(value),
        ...(Description === undefined ? {} : { description: Description }),
        ...(Export ? { exportName: String(resolve(Export.Name, scope)) } : {}),
      };
    });
}

function parametersOf(template: Template, scope: Scope): Record<string, string> {
  return Object.fromEntries(
    Object.entries(template.Parameters ?? {}).map(([name, { NoEcho }]) => [
      name,
      String(NoEcho) === 'true' ? '****' : String(scope.parameters[name]),
    ]),
  );
}
