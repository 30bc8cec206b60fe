import type { RoundRequest } from '../../contracts/execution-input.ts';
import type { Round } from '../../domain/run-records/run-record.ts';

export interface PlanEvent {
  readonly input: unknown;
  readonly execution: { readonly id: string; readonly name: string; readonly startTime: string };
  /** Which state machine it is. */
  readonly machine?: 'evaluation' | 'batch-job';
  /** True for the round that `retryFailed` adds to the same execution. */
  readonly retryPass?: boolean;
  /** True when the round before this one, which was interrupted, is swept. */
  readonly isSwept?: boolean;
}

/** One round of an evaluation. A repeated invocation has the same id and changes nothing. */
export const passId = (event: PlanEvent): string => `${event.execution.id}${event.retryPass ? '#retry' : ''}`;

export const roundOf = (request: RoundRequest, event: PlanEvent): Round => (event.retryPass ? 'retry' : request.round);
