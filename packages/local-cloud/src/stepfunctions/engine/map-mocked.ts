import type { MapState } from '../definition/definition.ts';
import type { Inspection } from './inspection.ts';
import { numberIn, wholeNumber } from './number-field.ts';
import { StatesError } from './states-error.ts';
import type { Visit } from './visit.ts';

const LARGEST_COUNT = 2 ** 31 - 1;

/** A Map that TestState runs: its fields are evaluated, its iterations are the mock's. */
export async function runMapMocked(visit: Visit<MapState>, inspection: Inspection): Promise<unknown> {
  const iterations = visit.state.ItemReader ? undefined : (await visit.language.items(visit)).length;
  inspection.note('maxConcurrency', (await wholeNumber(visit, 'MaxConcurrency', 0, LARGEST_COUNT)) ?? 0);
  const count = await wholeNumber(visit, 'ToleratedFailureCount', 0, LARGEST_COUNT);
  if (count !== undefined) inspection.note('toleratedFailureCount', count);
  const field = await visit.language.field(visit, visit.state, 'ToleratedFailurePercentage');
  const percentage = field && numberIn(field);
  if (field && typeof percentage !== 'number') throw field.wrongType('number');
  if (percentage !== undefined) inspection.note('toleratedFailurePercentage', percentage);

  const { failedIterations = 0 } = inspection.options;
  const share = iterations ? (failedIterations / iterations) * 100 : 0;
  if (failedIterations > (count ?? LARGEST_COUNT) || share > Number(percentage ?? 100)) {
    throw new StatesError(
      'States.ExceedToleratedFailureThreshold',
      'The specified tolerated failure threshold was exceeded',
    );
  }
  return inspection.mocked();
}
