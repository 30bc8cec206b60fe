import { evaluationConfigSchema } from '../../contracts/evaluation-config.ts';
import type { Summary } from '../../contracts/summary.ts';
import { failedToCall } from '../../core/on-unknown.ts';
import type { RunRecord } from '../../domain/run-records/run-record.ts';
import { closeRecord } from './close-record.ts';
import type { SummarizerDependencies } from './dependencies.ts';
import { endStatus, type Figures, figuresOf } from './figures.ts';

/** All rows of a pass are settled and loaded. */
export interface PassEnded {
  readonly evaluationId: string;
  /** The configuration asks for one more pass over failed rows. */
  readonly retryFailed: boolean;
}

function isLeftToCall({ config }: RunRecord, { failed, unknown = 0 }: Figures): boolean {
  const { onUnknown } = evaluationConfigSchema.parse(JSON.parse(config)).executor;
  return failedToCall(failed, unknown, onUnknown) > 0;
}

/** Computes the summary and closes the record. Undefined if the failed rows get one more round first. */
export async function summarizeRun(event: PassEnded, deps: SummarizerDependencies): Promise<Summary | undefined> {
  for (;;) {
    const record = await deps.runs.read(event.evaluationId);
    const figures = await figuresOf(record, deps);
    const end = await endStatus(record, figures, deps);
    if (event.retryFailed && end.status === 'completed' && isLeftToCall(record, figures)) return undefined;
    const summary = { ...figures, ...end };
    if (await closeRecord(record, summary, deps)) return summary;
  }
}
