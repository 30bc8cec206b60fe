/** What a statement gives: columns' types and cells as Athena writes them, or the name of the error. */
export type Answer =
  | { readonly types: readonly string[]; readonly rows: readonly (readonly (string | null)[])[] }
  | { readonly error: string };

export interface Recorded {
  readonly sql: string;
  readonly answer: Answer;
  /** Why the local cloud answers otherwise, where it does. */
  readonly differs?: string;
}
