import type { IndexRow } from '../../contracts/api/rows.ts';
import type { ResultRow } from '../../contracts/result-row.ts';
import type { Score } from '../../contracts/score.ts';
import { indexRowOf } from '../../core/rows/index-row.ts';
import { inRow } from '../../core/rows/select-rows.ts';
import { type RowPlace, readRows, SettledRows } from '../../domain/run-log/store/settled-rows.ts';
import type { RunRecord } from '../../domain/run-records/run-record.ts';
import type { Installation } from '../connect/installation.ts';
import { readResults } from '../runs/read-results.ts';
import { withHuman } from '../scoring/mark-row.ts';
import { listMarks, nameOfAnswer } from '../scoring/marks.ts';
import { readRowIndex } from './read-row-index.ts';

/** Rows kept in memory, over all runs; the runs asked for last stay. */
const MOST_ROWS = 200_000;

/** A settled row as tables show it, and where all of it lies. */
interface Settled {
  readonly row: IndexRow;
  readonly place: RowPlace;
}

/** The rows of runs as tables show them, in milliseconds: what was read is kept. */
export class RunRows {
  readonly #installation: Installation;
  readonly #indexes = new Map<string, IndexRow[]>();
  #settled: { readonly evaluationId: string; readonly rows: SettledRows<Settled> } | undefined;

  constructor(installation: Installation) {
    this.#installation = installation;
  }

  /** All settled rows, with what people have said of them. */
  async list(record: RunRecord): Promise<readonly IndexRow[]> {
    const [rows, marks] = await Promise.all([this.#all(record), this.#marksOf(record)]);
    if (marks.size === 0) return rows;
    return rows.map((row) => {
      const human = marks.get(nameOfAnswer(row));
      return human ? { ...row, scores: withHuman(row.scores, human) } : row;
    });
  }

  async #marksOf({ evaluation_id: evaluationId, finished_at }: RunRecord): Promise<Map<string, Score>> {
    return finished_at ? listMarks(evaluationId, this.#installation) : new Map();
  }

  /** Of a run that is over from its index, of one that goes on from its logs. */
  async #all(record: RunRecord): Promise<readonly IndexRow[]> {
    const { clients, outputs } = this.#installation;
    const { evaluation_id: evaluationId, finished_at: finishedAt } = record;
    if (finishedAt) {
      const key = `${evaluationId} ${finishedAt}`;
      const kept = this.#indexes.get(key);
      if (kept) return kept;
      const read = await readRowIndex(clients.s3, outputs.DataBucketName, evaluationId);
      if (read) return this.#keep(key, read);
    }
    const rows = [...(await this.#settledOf(evaluationId).refresh())].map(({ row }) => row);
    return rows.sort((a, b) => a.rowIndex - b.rowIndex || inRow(a, b));
  }

  /** One row, whole; where it was answered for several models, the answer of one of them. Its log was written before it was scored: what was said of it is in the list. */
  async read(record: RunRecord, rowIndex: number, trial: number, variant?: string): Promise<ResultRow | undefined> {
    const row = await this.#whole(record.evaluation_id, rowIndex, trial, variant);
    if (!row || !record.finished_at) return row;
    const listed = (await this.list(record)).find(
      (one) => one.rowIndex === rowIndex && one.trial === trial && one.variant === (row.variant ?? ''),
    );
    return listed ? { ...row, scores: listed.scores, passed: listed.passed } : row;
  }

  async #whole(
    evaluationId: string,
    rowIndex: number,
    trial: number,
    variant: string | undefined,
  ): Promise<ResultRow | undefined> {
    const { clients, outputs } = this.#installation;
    for (const { row, place } of await this.#settledOf(evaluationId).refresh()) {
      if (row.rowIndex !== rowIndex || row.trial !== trial || (variant ?? row.variant) !== row.variant) continue;
      return (await readRows([place], { s3: clients.s3, bucket: outputs.DataBucketName }))[0];
    }
    const [row] = await readResults(evaluationId, { row: rowIndex, trial, variant, limit: 1 }, this.#installation);
    return row;
  }

  /** Only the run asked for last is kept. */
  #settledOf(evaluationId: string): SettledRows<Settled> {
    if (this.#settled?.evaluationId !== evaluationId) {
      const { clients, outputs } = this.#installation;
      const log = { s3: clients.s3, bucket: outputs.DataBucketName, evaluationId };
      this.#settled = { evaluationId, rows: new SettledRows(log, (row, place) => ({ row: indexRowOf(row), place })) };
    }
    return this.#settled.rows;
  }

  #keep(key: string, rows: IndexRow[]): IndexRow[] {
    this.#indexes.set(key, rows);
    let total = [...this.#indexes.values()].reduce((sum, some) => sum + some.length, 0);
    for (const [other, some] of this.#indexes) {
      if (total <= MOST_ROWS || other === key) break;
      this.#indexes.delete(other);
      total -= some.length;
    }
    return rows;
  }
}
