import { join } from 'node:path';
import { tellOfDamage } from '../store/damaged-file.ts';
import { DurableMap } from '../store/durable-map.ts';
import type { Template } from './template.ts';

type StackStatus = 'CREATE_IN_PROGRESS' | 'CREATE_COMPLETE' | 'CREATE_FAILED' | 'DELETE_FAILED' | UpdateStatus;
type UpdateStatus = 'UPDATE_IN_PROGRESS' | 'UPDATE_COMPLETE' | 'UPDATE_FAILED';

export interface StackRecord {
  readonly name: string;
  readonly id: string;
  readonly status: StackStatus;
  readonly statusReason?: string;
  readonly createdAt: number;
  readonly updatedAt?: number;
  readonly template: Template;
  readonly parameters: Readonly<Record<string, string>>;
  readonly outputs: readonly OutputRecord[];
  /** Names of the exports of other stacks this one uses. */
  readonly imports: readonly string[];
  readonly tags: Readonly<Record<string, string>>;
  /** A copy of the records of its resources, from when it was complete until one of them changes. */
  readonly resources?: readonly ResourceRecord[];
}

export interface OutputRecord {
  readonly key: string;
  readonly value: string;
  readonly description?: string;
  readonly exportName?: string;
}

export interface ResourceRecord {
  readonly stackName: string;
  readonly logicalId: string;
  readonly type: string;
  /** What Ref gives; empty while the resource is being created. */
  readonly physicalId: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** With functions resolved; dynamic references stay as they are, so that no secret is kept here. */
  readonly properties: Readonly<Record<string, unknown>>;
  /** Those that are not complete are there no more, or not yet; they are kept for their generation. */
  readonly status: 'CREATE_IN_PROGRESS' | 'CREATE_FAILED' | 'CREATE_COMPLETE' | 'UPDATE_COMPLETE' | 'DELETE_SKIPPED';
  readonly updatedAt: number;
  readonly deletionPolicy: string;
  readonly generation: number;
}

/** The stacks that have been loaded, and what was made for each of their resources; all of it on disk. */
export class StackStore {
  readonly #stacks: DurableMap<StackRecord>;
  readonly #resources: DurableMap<ResourceRecord>;

  constructor(dataDir: string) {
    this.#stacks = new DurableMap(join(dataDir, 'cloudformation', 'stacks.jsonl'));
    const path = join(dataDir, 'cloudformation', 'resources.jsonl');
    this.#resources = new DurableMap(path);
    for (const stack of this.stacks()) this.#putBack(stack, path);
  }

  stacks(): StackRecord[] {
    return [...this.#stacks.values()];
  }

  stack(nameOrId: string): StackRecord | undefined {
    return this.#stacks.get(nameOrId) ?? this.stacks().find((stack) => stack.id === nameOrId);
  }

  putStack(stack: StackRecord): void {
    this.#stacks.set(stack.name, stack);
  }

  /** A stack with everything made keeps a copy of what was: a resource nobody knows of could not be made again. */
  completeStack(stack: StackRecord): void {
    const resources = [...this.#resources.values()].filter(({ stackName }) => stackName === stack.name);
    this.putStack({ ...stack, resources });
  }

  deleteStack(name: string): void {
    this.#stacks.delete(name);
  }

  /** A resource that was kept when its stack was deleted, or when the template named it no more. */
  keptResource(stackName: string, logicalId: string): ResourceRecord | undefined {
    const resource = this.#resources.get(`${stackName}/${logicalId}`);
    return resource?.status === 'DELETE_SKIPPED' ? resource : undefined;
  }

  /** In the order they were created. */
  resources(stackName: string): ResourceRecord[] {
    return [...this.#resources.values()].filter((resource) => resource.stackName === stackName && isLive(resource));
  }

  resource(stackName: string, logicalId: string): ResourceRecord | undefined {
    const resource = this.#resources.get(`${stackName}/${logicalId}`);
    return resource && isLive(resource) ? resource : undefined;
  }

  /** Generated names carry a generation, so that a new resource never collides with one that was kept or cut short. */
  nextGeneration(stackName: string, logicalId: string): number {
    const previous = this.#resources.get(`${stackName}/${logicalId}`);
    return previous ? previous.generation + 1 : 0;
  }

  /** Whether the process ended while it made this resource for the first time. */
  wasCutShort(stackName: string, logicalId: string): boolean {
    const resource = this.#resources.get(`${stackName}/${logicalId}`);
    return resource?.status === 'CREATE_IN_PROGRESS' && resource.generation === 0;
  }

  /** Whether a loaded template made the resource with this ARN. */
  defines(arn: string): boolean {
    return [...this.#resources.values()].some(
      (resource) => isLive(resource) && (resource.attributes.Arn === arn || resource.physicalId === arn),
    );
  }

  putResource(resource: ResourceRecord): void {
    this.#dropCopy(resource.stackName);
    this.#resources.set(`${resource.stackName}/${resource.logicalId}`, resource);
  }

  deleteResource(stackName: string, logicalId: string): void {
    this.#dropCopy(stackName);
    this.#resources.delete(`${stackName}/${logicalId}`);
  }

  /** Every export of the account: name, value and the stack it comes from. */
  exports(): { name: string; value: string; stack: StackRecord }[] {
    return this.stacks().flatMap((stack) =>
      stack.outputs.flatMap(({ exportName, value }) => (exportName ? [{ name: exportName, value, stack }] : [])),
    );
  }

  /** Brings addresses of an earlier process up to date, in everything that is known of stacks. */
  follow(current: (text: string) => string): void {
    followAll(this.#stacks, current);
    followAll(this.#resources, current);
  }

  /** The value of an output, of whichever stack has one of this name. */
  output(name: string | undefined): string | undefined {
    const outputs = this.stacks().flatMap((stack) => stack.outputs);
    return outputs.find(({ key }) => key === name)?.value;
  }

  close(): void {
    this.#stacks.close();
    this.#resources.close();
  }

  #dropCopy(stackName: string): void {
    const stack = this.#stacks.get(stackName);
    if (!stack?.resources) return;
    const { resources: _copy, ...rest } = stack;
    this.putStack(rest);
  }

  /** Records that are newer than the copy say that it is the stack's own record whose end was lost. */
  #putBack({ name, resources = [] }: StackRecord, path: string): void {
    const newest = Math.max(...resources.map(({ updatedAt }) => updatedAt));
    const known = [...this.#resources.values()].filter(({ stackName }) => stackName === name);
    if (known.some(({ updatedAt }) => updatedAt > newest)) return;
    const isKnown = (copy: ResourceRecord) =>
      known.some(({ logicalId, updatedAt }) => logicalId === copy.logicalId && updatedAt === copy.updatedAt);
    const lost = resources.filter((copy) => !isKnown(copy));
    for (const resource of lost) this.#resources.set(`${name}/${resource.logicalId}`, resource);
    if (lost.length > 0) {
      tellOfDamage(`${path} had lost ${lost.length} resources of stack ${name}: they were put back from its copy.`);
    }
  }
}

const isLive = ({ status }: ResourceRecord): boolean => status === 'CREATE_COMPLETE' || status === 'UPDATE_COMPLETE';

function followAll<Value extends object>(records: DurableMap<Value>, current: (text: string) => string): void {
  for (const key of [...records.keys()]) {
    const text = JSON.stringify(records.get(key));
    const followed = current(text);
    if (followed !== text) records.set(key, JSON.parse(followed) as Value);
  }
}
