import { isDeepStrictEqual } from 'node:util';
import { AssemblyError, reasonOf } from './assembly-error.ts';
import { resolveDynamic } from './dynamic-references.ts';
import type { LoadReport } from './load-report.ts';
import type { Loader } from './loader.ts';
import { mendResource } from './mend-resource.ts';
import { physicalName } from './physical-name.ts';
import type { StackArtifact } from './read-assembly.ts';
import { resolve } from './resolve.ts';
import type { ResourceHandler, ResourceRequest } from './resource-handler.ts';
import { handlerOf, isHarmless } from './resources/index.ts';
import type { Referable, Scope } from './scope.ts';
import type { ResourceRecord } from './stack-store.ts';

type Properties = Readonly<Record<string, unknown>>;
type Handler = ResourceHandler<Properties>;

/** What is known of a resource before it is made. */
const NOTHING: Referable = { ref: '', attributes: {} };

/** Somebody made it by hand, or a damaged file has lost the stack's record of it. */
const UNKNOWN =
  ' (The stack does not know of it. If a file of the data folder was damaged, put back a copy of cloudformation/resources.jsonl; or start without this assembly and delete it.)';

/** Makes one resource, or brings it into line. Gives the resource it has taken the place of, if there is one. */
export async function deployResource(
  loader: Loader,
  { stackName, template }: StackArtifact,
  logicalId: string,
  scope: Scope,
  report: LoadReport,
): Promise<ResourceRecord | undefined> {
  const resource = template.Resources[logicalId];
  if (!resource) return undefined;
  const { stacks } = loader;
  const left = stacks.keptResource(stackName, logicalId);
  const kept = loader.importsExisting ? left : undefined;
  const existing = stacks.resource(stackName, logicalId) ?? kept;
  try {
    const handler = handlerOf(resource.Type);
    const properties = (resolve(resource.Properties ?? {}, scope) ?? {}) as Properties;
    const plain = JSON.parse(JSON.stringify(properties)) as Properties;
    note(report, handler, plain);
    if (existing && existing.type !== resource.Type) {
      throw new AssemblyError(`the type of a resource cannot change from ${existing.type}; give it a new logical id`);
    }

    const base = {
      stackName,
      logicalId,
      type: resource.Type,
      properties: plain,
      deletionPolicy: resource.DeletionPolicy ?? 'Delete',
    };
    const put = (made: Referable, status: ResourceRecord['status'], generation: number) =>
      stacks.putResource({
        ...base,
        physicalId: made.ref,
        attributes: made.attributes,
        status,
        generation,
        updatedAt: Date.now(),
      });

    if (existing && isDeepStrictEqual(existing.properties, plain)) {
      const request = await requestFor(loader, existing, plain);
      const mended = loader.repairs ? await mendResource(handler, request, asExisting(existing)) : undefined;
      const now = mended ?? (await handler.refresh?.(request, asExisting(existing)));
      if (now && !(now.ref === existing.physicalId && isDeepStrictEqual(now.attributes, existing.attributes))) {
        put(now, 'UPDATE_COMPLETE', existing.generation);
        report.updated++;
        return undefined;
      }
      if (kept || existing.deletionPolicy !== base.deletionPolicy) {
        stacks.putResource({ ...existing, status: 'UPDATE_COMPLETE', deletionPolicy: base.deletionPolicy });
      }
      report.unchanged++;
      return undefined;
    }
    if (existing && !needsReplacement(handler, existing, plain)) {
      const request = await requestFor(loader, existing, plain);
      put(await handler.update(request, asExisting(existing)), 'UPDATE_COMPLETE', existing.generation);
      report.updated++;
      return undefined;
    }
    const generation = stacks.nextGeneration(stackName, logicalId);
    const cutShort = stacks.wasCutShort(stackName, logicalId);
    if (!existing) put(NOTHING, 'CREATE_IN_PROGRESS', generation);
    const request = await requestFor(loader, { ...base, generation }, plain);
    try {
      if (cutShort) await clearRemains(handler, request);
      put(await handler.create(request), 'CREATE_COMPLETE', generation);
    } catch (error) {
      // What an earlier stack has left is still there to be imported.
      if (left) stacks.putResource(left);
      else if (!existing) put(NOTHING, 'CREATE_FAILED', generation);
      throw error;
    }
    if (existing) report.updated++;
    else report.created++;
    return existing && { ...existing, deletionPolicy: resource.UpdateReplacePolicy ?? 'Delete' };
  } catch (error) {
    const reason = reasonOf(error);
    throw new AssemblyError(
      `Stack ${stackName}: ${logicalId} (${resource.Type}): ${reason}${/already exists?/i.test(reason) ? UNKNOWN : ''}`,
    );
  }
}

/** Deletes a resource the template has no more, unless its policy says to keep it. False if that could not be done. */
export async function removeResource(loader: Loader, resource: ResourceRecord, report: LoadReport): Promise<boolean> {
  const { stacks, context } = loader;
  const { stackName, logicalId, type } = resource;
  const stillThere = stacks.resource(stackName, logicalId);
  const isReplaced = stillThere !== undefined && stillThere.generation !== resource.generation;
  const label = `${stackName}: ${logicalId} (${type}) ${resource.physicalId}`;
  if (resource.deletionPolicy !== 'Delete') {
    if (!isReplaced) stacks.putResource({ ...resource, status: 'DELETE_SKIPPED' });
    context.log(`${label} is no longer in the template and is kept, as its DeletionPolicy says.`);
    return true;
  }
  try {
    const request = await requestFor(loader, resource, resource.properties);
    await handlerOf(type).delete(request, asExisting(resource));
    if (!isReplaced) stacks.deleteResource(stackName, logicalId);
    report.deleted++;
    return true;
  } catch (error) {
    if (!isReplaced) stacks.putResource({ ...resource, status: 'DELETE_SKIPPED' });
    context.log(`${label} could not be deleted and is left behind: ${reasonOf(error)}`);
    return false;
  }
}

/**
 * A process that was killed while it made a resource may have made it and not have written that down. A generated name
 * is never used again; one that the template chose is freed here.
 */
async function clearRemains(handler: Handler, request: ResourceRequest<Properties>): Promise<void> {
  const ref = handler.customName?.(request.properties);
  if (ref === undefined) return;
  await handler.delete(request, { ref, attributes: {}, properties: request.properties }).catch(() => {});
}

function needsReplacement(handler: Handler, existing: ResourceRecord, properties: Properties): boolean {
  const changed = (name: string) => !isDeepStrictEqual(existing.properties[name], properties[name]);
  const reason = (handler.replacedBy ?? []).find(changed);
  if (reason === undefined) return false;
  const name = handler.customName?.(properties);
  if (name !== undefined && name === handler.customName?.(existing.properties)) {
    throw new AssemblyError(
      `its ${reason} changed, which needs a new resource, but CloudFormation cannot replace a custom-named one. Rename ${name}.`,
    );
  }
  return true;
}

const asExisting = ({ physicalId, attributes, properties }: ResourceRecord) => ({
  ref: physicalId,
  attributes,
  properties,
});

function note(report: LoadReport, handler: Handler, properties: Properties): void {
  if (isHarmless(handler.type)) report.harmless(handler.type);
  for (const property of handler.ignored ?? []) {
    if (properties[property] !== undefined) report.ignored(handler.type, property);
  }
}

async function requestFor(
  loader: Loader,
  { stackName, logicalId, type, generation }: Pick<ResourceRecord, 'stackName' | 'logicalId' | 'type' | 'generation'>,
  properties: Properties,
): Promise<ResourceRequest<Properties>> {
  const { context, policies, authorizer } = loader;
  const call = <Output>(service: string, operation: string, input: object) =>
    context.call<Output>(service, operation, input, context.administrator);
  const secret = async (input: object) =>
    (await call<{ SecretString?: string }>('secretsmanager', 'GetSecretValue', input)).SecretString ?? '';
  return {
    context,
    policies,
    authorizer,
    stackName,
    logicalId,
    type,
    properties: (await resolveDynamic(properties, secret)) as Properties,
    generateName: (style) => physicalName({ stackName, logicalId, generation }, style),
    call,
  };
}
