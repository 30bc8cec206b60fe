import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  type PutCommandInput,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { z } from 'zod';
import { RollcallError } from '../../../contracts/errors.ts';
import type { BatchCounts } from '../batch-counts.ts';
import { expiryOf } from '../expiry.ts';
import { indexKeysOf } from '../run-listing.ts';
import { type RunRecord, runRecordSchema } from '../run-record.ts';
import { createBatchCountsStore, latestOf, pacingOf, sumOf } from './batch-counts.ts';
import { ifConditionHolds } from './if-condition-holds.ts';
import { listRuns, type RunsPage, type RunsQuery } from './list-runs.ts';
import { createRunMarks } from './run-marks.ts';

/** What a record was when it was read; a write goes through only if it still is that. */
type AsRead = Pick<RunRecord, 'evaluation_id' | 'kind' | 'status' | 'pass_id' | 'execution_arn'>;

interface RunLabels extends Pick<RunRecord, 'tags'> {
  readonly name?: string | null;
}

/** Runs whose pass is remembered. */
const MOST_PASSES = 1_000;

/** Names of the tables `runs` and `batch-counts`. */
export interface RunTables {
  readonly runs: string;
  readonly counts: string;
}

export interface ObservedRun {
  readonly record: RunRecord;
  readonly batches: readonly BatchCounts[];
}

/** The runs' records, with the counters as they are at this moment. Reads are strongly consistent; each write names its condition and answers false if it did not hold. */
export interface RunRecordStore {
  /** The record, or an error RunNotFound. */
  read(evaluationId: string): Promise<RunRecord>;
  find(evaluationId: string): Promise<RunRecord | undefined>;
  /** The record, and the counts of the batches of its pass that its counters are made of; none of a run that is closed. */
  observe(evaluationId: string): Promise<ObservedRun | undefined>;
  /** Only the fields of `part`. */
  findPart<T extends z.ZodObject>(evaluationId: string, part: T): Promise<z.output<T> | undefined>;
  /** A page of a tenant's runs, newest first. */
  list(query: RunsQuery): Promise<RunsPage>;
  /** The counts of the batches of the run's pass that have begun. */
  batches(record: RunRecord): Promise<BatchCounts[]>;
  /** Numbers of the batches of a single row that is settled. */
  counted(record: RunRecord): Promise<number[]>;
  /** How many batches of a single row wait because the run is paused. */
  parked(record: RunRecord): Promise<number>;
  /** Ids of the runs that still have rows of a dataset to read. */
  activeOver(datasetId: string): Promise<string[]>;
  /** Writes a new record, unless the id is taken. @param along up to 99 items of other tables, written with it or not at all */
  create(record: RunRecord, along?: readonly PutCommandInput[]): Promise<boolean>;
  /** Puts a whole record in the place of another, if nothing of that has changed since it was read. */
  replace(was: AsRead & Pick<RunRecord, 'updated_at'>, record: RunRecord): Promise<boolean>;
  /** Sets fields, and removes those that are `undefined`, if status and pass are still what was read. */
  update(was: AsRead, fields: Partial<RunRecord>): Promise<boolean>;
  /** Changes what a person may change of a run, whatever else happens to it; a name of null is taken away. */
  label(evaluationId: string, labels: RunLabels): Promise<boolean>;
  /** Notes where the latest export is, if there is a record. */
  noteExport(evaluationId: string, uri: string): Promise<boolean>;
  /** Notes why the latest export is not there, likewise. */
  noteFailedExport(evaluationId: string, failed: NonNullable<RunRecord['export_failed']>): Promise<boolean>;
}

export function createRunRecordStore(documents: DynamoDBDocumentClient, tables: RunTables): RunRecordStore {
  const TableName = tables.runs;
  const counts = createBatchCountsStore(documents, tables.counts);
  const marks = createRunMarks(documents, tables.counts);
  const key = (evaluationId: string) => ({ TableName, Key: { evaluation_id: evaluationId } });

  /** Passes of runs that were seen going on: who asks again has record and counts in the time of one. */
  const passes = new Map<string, number>();

  async function observe(evaluationId: string): Promise<ObservedRun | undefined> {
    const pass = passes.get(evaluationId);
    const [{ Item }, batches] = await Promise.all([
      documents.send(new GetCommand({ ...key(evaluationId), ConsistentRead: true })),
      pass === undefined ? undefined : counts.list(evaluationId, pass),
    ]);
    const record = Item && runRecordSchema.parse(Item);
    if (record && !record.finished_at && passes.size < MOST_PASSES) passes.set(evaluationId, record.attempt);
    else passes.delete(evaluationId);
    return record && live(record, record.attempt === pass ? batches : undefined);
  }
  const find = async (evaluationId: string) => (await observe(evaluationId))?.record;

  const batchesOf = ({ evaluation_id, attempt }: RunRecord) => counts.list(evaluation_id, attempt);

  /** While a run goes on, its rows are counted by its batches. */
  async function live(record: RunRecord, known?: BatchCounts[]): Promise<ObservedRun> {
    if (record.finished_at) return { record, batches: [] };
    const batches = known ?? (await batchesOf(record));
    const counted = record.before ? { ...record, ...sumOf([record.before, ...batches]) } : record;
    const pacing = pacingOf(batches);
    const jobs = batches.flatMap((batch) => batch.jobs ?? []);
    const settled_at = latestOf(batches.map((batch) => batch.settled_at));
    const due_at = latestOf(batches.map((batch) => batch.due_at));
    const unreachable = batches.find((batch) => batch.unreachable)?.unreachable;
    const now = { pacing, settled_at, due_at, unreachable, jobs: jobs.length > 0 ? jobs : undefined };
    const told = Object.fromEntries(Object.entries(now).filter(([, value]) => value !== undefined));
    return { record: { ...counted, ...told }, batches };
  }

  async function findPart<T extends z.ZodObject>(evaluationId: string, part: T): Promise<z.output<T> | undefined> {
    const fields = Object.keys(part.shape);
    const { Item } = await documents.send(
      new GetCommand({
        ...key(evaluationId),
        ConsistentRead: true,
        ProjectionExpression: fields.map((name) => `#${name}`).join(', '),
        ExpressionAttributeNames: Object.fromEntries(fields.map((name) => [`#${name}`, name])),
      }),
    );
    return Item && part.parse(Item);
  }

  /** Sets fields that no pass of the run depends on. */
  const note = (evaluationId: string, fields: Partial<RunRecord>) =>
    goesThrough(
      documents.send(
        new UpdateCommand({
          ...key(evaluationId),
          ...changing(fields),
          ConditionExpression: 'attribute_exists(evaluation_id)',
        }),
      ),
    );

  return {
    find,
    observe,

    async read(evaluationId) {
      const record = await find(evaluationId);
      if (!record) throw new RollcallError('RunNotFound', `There is no run ${evaluationId}.`);
      return record;
    },

    findPart,
    batches: batchesOf,
    counted: ({ evaluation_id, attempt }) => counts.listCounted(evaluation_id, attempt),
    parked: async ({ evaluation_id, attempt }) => (await counts.listParked(evaluation_id, attempt)).length,
    list: (query) => listRuns(query, { documents, TableName, marks, find }),
    activeOver: (datasetId) => marks.activeOver(datasetId, findPart),

    async create(record, along = []) {
      // Before the record: whoever deletes the dataset must not miss the run.
      await marks.noteUse(record);
      const ConditionExpression = 'attribute_not_exists(evaluation_id)';
      const put = { TableName, Item: itemOf(record), ConditionExpression };
      const write =
        along.length === 0
          ? documents.send(new PutCommand(put))
          : documents.send(new TransactWriteCommand({ TransactItems: [put, ...along].map((Put) => ({ Put })) }));
      if (!(await goesThrough(write))) return false;
      await marks.noteStart(record);
      return true;
    },

    async replace(was, record) {
      await marks.noteUse(record);
      const { names, values, expression } = still({ ...asRead(was), updated_at: was.updated_at });
      const put = new PutCommand({
        TableName,
        Item: itemOf(record),
        ConditionExpression: expression,
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: values,
      });
      return goesThrough(documents.send(put));
    },

    async update(was, fields) {
      if (fields.deleted_at) await marks.noteChange(was.evaluation_id);
      const expiry = fields.finished_at ? expiryOf({ ...was, ...fields }) : {};
      const change = changing({ ...fields, ...expiry, updated_at: new Date().toISOString() });
      const condition = still(asRead(was));
      const update = new UpdateCommand({
        ...key(was.evaluation_id),
        UpdateExpression: change.UpdateExpression,
        ConditionExpression: condition.expression,
        ExpressionAttributeNames: { ...change.ExpressionAttributeNames, ...condition.names },
        ExpressionAttributeValues: { ...change.ExpressionAttributeValues, ...condition.values },
      });
      return goesThrough(documents.send(update));
    },

    // A pass that begins at the same moment replaces the whole record, unless it has changed.
    async label(evaluationId, { name, ...tags }) {
      await marks.noteChange(evaluationId);
      return note(evaluationId, {
        ...tags,
        ...(name !== undefined && { name: name ?? undefined }),
        updated_at: new Date().toISOString(),
      });
    },
    noteExport: (evaluationId, export_uri) => note(evaluationId, { export_uri }),
    noteFailedExport: (evaluationId, export_failed) => note(evaluationId, { export_failed }),
  };
}

const goesThrough = async (write: Promise<unknown>): Promise<boolean> => (await ifConditionHolds(write)) !== undefined;

const asRead = ({ status, pass_id, execution_arn }: AsRead) => ({ status, pass_id, execution_arn });

const itemOf = (record: RunRecord) => ({
  ...Object.fromEntries(given(record)),
  ...indexKeysOf(record),
  ...expiryOf(record),
});

/** Fields that have a value. */
const given = (fields: Partial<RunRecord>): [string, unknown][] =>
  Object.entries(fields).filter(([, value]) => value !== undefined);

/** Sets fields, and removes those that are `undefined`. */
function changing(fields: Partial<RunRecord>) {
  const set = given(fields);
  const names = Object.keys(fields);
  const removed = names.filter((name) => !set.some(([other]) => other === name)).map((name) => `#${name}`);
  return {
    UpdateExpression: [
      `SET ${set.map(([name]) => `#${name} = :${name}`).join(', ')}`,
      ...(removed.length > 0 ? [`REMOVE ${removed.join(', ')}`] : []),
    ].join(' '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
  };
}

/** The condition that these fields are what they were. */
function still(fields: Partial<RunRecord>) {
  const entries = Object.entries(fields);
  return {
    expression: entries.map(([name]) => `#${name} = :was_${name}`).join(' AND '),
    names: Object.fromEntries(entries.map(([name]) => [`#${name}`, name])),
    values: Object.fromEntries(entries.map(([name, value]) => [`:was_${name}`, value])),
  };
}
