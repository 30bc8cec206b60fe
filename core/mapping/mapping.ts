export interface Mapping {
  /** JSONata. */
  readonly expression: string;
  /** The configuration field it stands in, for messages. */
  readonly field: string;
  /** Bytes its value may take as JSON. */
  readonly maxBytes: number;
}
