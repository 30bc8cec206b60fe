import type * as z from 'zod';
import { type QueryOptions, runQuery } from '../../client/athena/run-query.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { evaluationConfigSchema } from '../../contracts/evaluation-config.ts';
import type { ExportRequest } from '../../contracts/export.ts';
import { HUMAN } from '../../contracts/human.ts';
import { ROWS_PER_SHARD } from '../../contracts/storage-keys.ts';
import { summaryOf } from '../../contracts/summary.ts';
import { SOURCE_MEMBER, type SourceFormat, sourceFormatSchema } from '../../core/dataset/source-format.ts';
import type { RowFields } from '../../core/export/plan-columns.ts';
import { isObject, parseJson } from '../../core/json.ts';
import {
  countPlainInputs,
  type ExportedRows,
  exportedRows,
  listKeys,
  readSourceFormat,
  sampleRows,
  surveyRows,
} from '../../core/sql/export-rows.ts';
import { findDatasetRecord } from '../../domain/datasets/store/dataset-records.ts';
import { isJob, type RunRecord, runRecordSchema } from '../../domain/run-records/run-record.ts';
import type { ExportDependencies } from './dependencies.ts';
import { nothingToExport } from './nothing-to-export.ts';

type SurveyOptions = ExportDependencies & QueryOptions;

/** Enough rows to see in which order members usually stand. */
const SAMPLE = 20;
const MOST_COLUMNS = 400;
const SCORE_PARTS = ['score', 'passed', 'reason'] as const;

const whatRan = runRecordSchema.pick({
  status: true,
  dataset_id: true,
  kind: true,
  config: true,
  shards: true,
  summary: true,
});

export interface Survey {
  readonly rows: ExportedRows;
  readonly lastRowIndex: number;
  readonly fields: RowFields;
}

/** Looks at what there is to export. */
export async function survey(evaluationId: string, request: ExportRequest, options: SurveyOptions): Promise<Survey> {
  const record = await options.runs.findPart(evaluationId, whatRan);
  const { status, verdict, passed } = request.filter ?? {};
  const rows: ExportedRows = {
    evaluationId,
    // A completed run's rows were all merged into the table; of any other, and of a batch job, some may still be staged.
    isLoaded: record?.status === 'completed' && !isJob(record),
    ...(status !== undefined && { status: [status].flat() }),
    verdict,
    passed,
  };
  if (record && rows.isLoaded && !request.filter) {
    const known = await surveyRecord(evaluationId, record, options);
    if (known) return { rows, ...known };
  }
  const selected = exportedRows(options.tables, rows);
  const [found] = await runQuery(surveyRows(selected), options);
  if (Number(found?.n ?? 0) === 0) throw whyNothing(evaluationId, record, request);
  const datasetId = record?.dataset_id ?? found?.dataset_id ?? '';
  return {
    rows,
    lastRowIndex: Number(found?.last_row_index ?? 0),
    fields: {
      ...(await findFields(selected, datasetId, Number(found?.scored ?? 0) > 0, options)),
      hasTrials: Number(found?.last_trial ?? 0) > 0,
      hasVariants: Boolean(found?.last_variant),
    },
  };
}

/** What the records of a run and of its imported dataset say of its rows, which takes no query. */
async function surveyRecord(
  evaluationId: string,
  record: z.output<typeof whatRan>,
  options: SurveyOptions,
): Promise<Omit<Survey, 'rows'> | undefined> {
  const dataset = await findDatasetRecord(record.dataset_id, options);
  const summary = summaryOf(record);
  if (!dataset || !summary) return undefined;
  const { repeats } = evaluationConfigSchema.parse(JSON.parse(record.config)).executor;
  // Rows that say themselves how often they are called may have no trials.
  if (typeof repeats !== 'number') return undefined;
  const isMarked = await options.isMarked(evaluationId);
  const evaluators = Object.keys(summary.scores ?? {}).filter((name) => name !== HUMAN);
  return {
    lastRowIndex: record.shards * ROWS_PER_SHARD - 1,
    fields: {
      fields: [...fieldsOf(dataset.sourceFormat), ...scoreFields([...evaluators, ...(isMarked ? [HUMAN] : [])])],
      hasPlainInput: false,
      hasTrials: repeats > 1,
      hasVariants: (summary.variants ?? []).length > 0,
    },
  };
}

const scoreFields = (names: readonly string[]): RowFields['fields'] =>
  names.flatMap((key) => SCORE_PARTS.map((part) => ({ from: 'scores' as const, key, part, isText: false })));

function whyNothing(
  evaluationId: string,
  record: Pick<RunRecord, 'status'> | undefined,
  { filter }: ExportRequest,
): RollcallError {
  if (!record && !filter) return new RollcallError('RunNotFound', `There is no run ${evaluationId}.`);
  if (filter) return nothingToExport(evaluationId, `no row matches the filter ${JSON.stringify(filter)}`);
  return nothingToExport(evaluationId, `it is ${record?.status} and none of its rows has settled`);
}

async function findFields(
  rows: string,
  datasetId: string,
  isScored: boolean,
  options: SurveyOptions,
): Promise<RowFields> {
  const [source, scores] = await Promise.all([
    readSource(datasetId, options),
    isScored ? findKeys(rows, 'scores', options) : [],
  ]);
  const scored = scoreFields(scores);
  if (source) return { fields: [...fieldsOf(source), ...scored], hasPlainInput: false };
  const [inputs, metadata, plain] = await Promise.all([
    findKeys(rows, 'input', options),
    findKeys(rows, 'metadata', options),
    runQuery(countPlainInputs(rows), options),
  ]);
  return {
    fields: [
      ...inputs.map((key) => ({ from: 'input' as const, key, isText: false })),
      ...metadata.map((key) => ({ from: 'metadata' as const, key, isText: false })),
      ...scored,
    ],
    hasPlainInput: Number(plain[0]?.n ?? 0) > 0,
  };
}

/** The columns of the file a dataset came from, in its order and under their own names. */
const fieldsOf = ({ columns, format }: SourceFormat): RowFields['fields'] =>
  columns.map(({ name, place, json }) => ({ from: place, key: name, isText: format === 'csv' && !json }));

async function readSource(datasetId: string, options: SurveyOptions): Promise<SourceFormat | undefined> {
  const [row] = await runQuery(readSourceFormat(options.tables, datasetId), options);
  const source = sourceFormatSchema.safeParse(parseJson(row?.source_format ?? ''));
  return source.success ? source.data : undefined;
}

/** Names of a JSON column's members: first as they stand in the first rows, then as they turn up further down. */
async function findKeys(
  rows: string,
  column: 'input' | 'metadata' | 'scores',
  options: SurveyOptions,
): Promise<string[]> {
  const [sample, all] = await Promise.all([
    runQuery(sampleRows(rows, SAMPLE), options),
    runQuery(listKeys(rows, column, MOST_COLUMNS + 1), options),
  ]);
  if (all.length > MOST_COLUMNS) {
    throw new RollcallError(
      'InvalidExportRequest',
      `The rows have more than ${MOST_COLUMNS} different members in ${column}. Set flatten: false to export it as one column.`,
    );
  }
  const first = sample.map((row) => parseJson(row[column] ?? '')).filter(isObject);
  const keys = new Set([...first.flatMap((value) => Object.keys(value)), ...all.map((row) => row.name ?? '')]);
  keys.delete(SOURCE_MEMBER);
  return [...keys];
}
