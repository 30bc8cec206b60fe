/** Whether all is swept; if not, when to come back. */
export type Swept = { readonly outcome: 'done' } | { readonly outcome: 'wait'; readonly seconds: number };

/** A batch of a pass whose execution has ended, and that another pass is about to go on with. */
export interface Earlier {
  /** When a caller last wrote the batch's counts. */
  readonly seenAt?: string;
}
