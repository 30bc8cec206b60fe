/** A resource others refer to: what Ref gives, and what GetAtt can name. */
export interface Referable {
  readonly ref: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** All that the functions of one template can look up. */
export interface Scope {
  readonly pseudo: Readonly<Record<string, unknown>>;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly mappings: Readonly<Record<string, Record<string, Record<string, unknown>>>>;
  condition(name: string): boolean;
  /** Undefined while the resource does not exist. */
  resource(logicalId: string): Referable | undefined;
  importValue(exportName: string): unknown;
}
