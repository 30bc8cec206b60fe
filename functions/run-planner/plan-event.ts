export interface PlanEvent {
  readonly input: unknown;
  readonly execution: { readonly id: string; readonly name: string; readonly startTime: string };
  /** True for the pass that `retryFailed` adds to the same execution. */
  readonly retryPass?: boolean;
  /** True when the pass before this one, which was cut off, is swept. */
  readonly isSwept?: boolean;
}

/** One pass over rows of an evaluation. A repeated invocation has the same id and changes nothing. */
export const passId = (event: PlanEvent): string => `${event.execution.id}${event.retryPass ? '#retry' : ''}`;
