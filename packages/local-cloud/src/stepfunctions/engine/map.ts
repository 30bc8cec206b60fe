import type { MapState } from '../definition/definition.ts';
import { runDistributedMapState } from '../distributed-map/map-state.ts';
import { runMapInline } from './map-inline.ts';
import { recover } from './recover.ts';
import { errorDetails } from './states-error.ts';
import type { Outcome, Visit } from './visit.ts';

/** Runs its ItemProcessor for each item, in this execution or in child executions of their own. */
export function runMap(visit: Visit<MapState>): Promise<Outcome> {
  const { ItemProcessor, Next } = visit.state;
  const distributed = ItemProcessor.ProcessorConfig?.Mode === 'DISTRIBUTED';
  return recover(visit, {
    async attempt() {
      const value = await (distributed ? runDistributedMapState(visit) : runMapInline(visit));
      visit.emit('MapStateSucceeded');
      return { ...(await visit.language.finish(visit, { value })), next: Next };
    },
    givenUp: (error) => visit.emit('MapStateFailed', errorDetails(error)),
  });
}
