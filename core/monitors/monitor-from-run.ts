import type * as z from 'zod';
import { RollcallError } from '../../contracts/errors.ts';
import type { givenMonitorSchema } from '../../contracts/monitor.ts';
import { evaluatorsOf, threadFieldsOf } from '../../contracts/run-evaluators.ts';
import { type ThreadMappingState, TRACE_SOURCES } from '../../contracts/thread-mapping.ts';
import type { RunRecord } from '../../domain/run-records/run-record.ts';
import { OF_TRACES } from './default-mappings.ts';

/**
 * What was tried in a run, for live agents: its evaluators, and its columns of conversations as fields of the thread. With
 * such columns whole conversations are looked at.
 */
export function monitorFromRun(
  name: string,
  record: Pick<RunRecord, 'config' | 'evaluation_id'>,
): z.input<typeof givenMonitorSchema> {
  const evaluators = evaluatorsOf(record);
  if (evaluators.length === 0) {
    throw new RollcallError(
      'InvalidMonitor',
      `Run ${record.evaluation_id} has no evaluators: there is nothing a monitor could do.`,
    );
  }
  const columns = Object.entries(threadFieldsOf(record) ?? {});
  const mapping: ThreadMappingState['mapping'] = Object.fromEntries(
    columns.map(([column, { selectedFields }]) => [
      column,
      { source: 'traces' as const, selectedFields: TRACE_SOURCES.filter((field) => selectedFields.includes(field)) },
    ]),
  );
  const isThread = columns.length > 0;
  return {
    name,
    description: `From run ${record.evaluation_id}`,
    level: isThread ? 'thread' : 'trace',
    evaluators,
    mapping: OF_TRACES,
    ...(isThread && { threadMapping: { mapping }, isThreadMapping: true }),
  };
}
