import type { Construct } from 'constructs';
import { PREFIXES } from '../../contracts/storage-keys.ts';
import { SCORES_TABLE } from '../../contracts/table-names.ts';
import { JsonLinesTable, type LinesInBucket } from './json-lines-table.ts';

/** A table over scores that are about to be loaded: one partition a run, pass and shard. */
export class ScoresTable extends JsonLinesTable {
  constructor(scope: Construct, id: string, where: LinesInBucket) {
    super(scope, id, {
      ...where,
      name: SCORES_TABLE,
      prefix: PREFIXES.scores,
      named: ['evaluation_id', 'scoring_id'],
      columns: ['sample_id', 'scores', 'passed', 'trial', 'variant'],
    });
  }
}
