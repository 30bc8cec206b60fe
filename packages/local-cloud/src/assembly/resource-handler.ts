import type { CloudContext } from '../cloud-context.ts';
import type { Authorizer } from '../iam/authorizer.ts';
import type { PolicyStore } from '../iam/policy-store.ts';
import type { NameStyle } from './physical-name.ts';
import type { Referable } from './scope.ts';

/** What a handler is given to make a resource with. */
export interface ResourceRequest<Properties> {
  readonly context: CloudContext;
  readonly policies: PolicyStore;
  readonly authorizer: Authorizer;
  readonly stackName: string;
  readonly logicalId: string;
  /** The resource's type, for handlers of several. */
  readonly type: string;
  readonly properties: Properties;
  /** The name CloudFormation would make up for a resource that has none. */
  generateName(style?: NameStyle): string;
  /** Makes a call as CloudFormation does for the person who deploys: as the account's administrator. */
  call<Output = Record<string, unknown>>(service: string, operation: string, input: object): Promise<Output>;
}

/** A resource as it is before an update or a deletion. */
interface ExistingResource<Properties> extends Referable {
  readonly properties: Properties;
}

/** Makes, changes and removes the resources of one CloudFormation type. */
export interface ResourceHandler<Properties = Readonly<Record<string, unknown>>> {
  readonly type: string;
  /** Properties that do here what they do on AWS; `any` where they are the template's own affair. */
  readonly properties: readonly string[] | 'any';
  /** Properties that are accepted and change nothing here; the log lists those a template uses. */
  readonly ignored?: readonly string[];
  /** A change to one of these makes a new resource in place of the old one, as on AWS. */
  readonly replacedBy?: readonly string[];
  /** A name of the template's own choosing; a resource that has one cannot be replaced under it. */
  customName?(properties: Properties): string | undefined;
  create(request: ResourceRequest<Properties>): Promise<Referable>;
  update(request: ResourceRequest<Properties>, existing: ExistingResource<Properties>): Promise<Referable>;
  delete(request: ResourceRequest<Properties>, existing: ExistingResource<Properties>): Promise<void>;
  /** What is said of it now; for resources whose attributes may be others after a restart. */
  refresh?(request: ResourceRequest<Properties>, existing: ExistingResource<Properties>): Promise<Referable>;
}

/** Handlers know their own properties; the registry does not. */
export type AnyResourceHandler = ResourceHandler<never>;

/** CloudFormation takes `"30"` where a number is meant. */
export const asNumber = (value: unknown): number | undefined => (value === undefined ? undefined : Number(value));

/** Tags come as a list in templates and go as a map to most newer APIs. */
export const tagMap = (
  tags: readonly { Key: string; Value: unknown }[] | undefined,
): Record<string, string> | undefined => tags && Object.fromEntries(tags.map(({ Key, Value }) => [Key, String(Value)]));
