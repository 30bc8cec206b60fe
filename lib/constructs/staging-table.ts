import type { Construct } from 'constructs';
import { RESULT_COLUMNS } from '../../contracts/result-row.ts';
import { PREFIXES } from '../../contracts/storage-keys.ts';
import { STAGED_TABLE } from '../../contracts/table-names.ts';
import { JsonLinesTable, type LinesInBucket } from './json-lines-table.ts';

/**
 * A table over the staged rows, so that they can be queried the moment they settle. Every column is text, and an object
 * that is no JSON is a row of NULLs: a value that does not fit its type would fail every query that reads it, and with it
 * the load of all rows. The queries cast, see `core/sql/staged-rows.ts`.
 */
export class StagingTable extends JsonLinesTable {
  constructor(scope: Construct, id: string, where: LinesInBucket) {
    super(scope, id, {
      ...where,
      name: STAGED_TABLE,
      prefix: PREFIXES.staged,
      named: ['evaluation_id'],
      // The partition column of the same name stands for it.
      columns: Object.keys(RESULT_COLUMNS).filter((name) => name !== 'evaluation_id'),
    });
  }
}
