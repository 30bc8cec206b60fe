import type { Construct } from 'constructs';
import { MONITOR_RESULT_COLUMNS } from '../../contracts/monitor-results-table.ts';
import { PREFIXES } from '../../contracts/storage-keys.ts';
import { STAGED_MONITOR_RESULTS_TABLE } from '../../contracts/table-names.ts';
import { JsonLinesTable, type LinesInBucket } from './json-lines-table.ts';

/** A table over results of monitors that are about to be loaded: one partition an hour. */
export class StagedMonitorResults extends JsonLinesTable {
  constructor(scope: Construct, id: string, where: LinesInBucket) {
    super(scope, id, {
      ...where,
      name: STAGED_MONITOR_RESULTS_TABLE,
      prefix: PREFIXES.monitorResults,
      named: ['hour'],
      sharded: false,
      columns: Object.keys(MONITOR_RESULT_COLUMNS),
    });
  }
}
