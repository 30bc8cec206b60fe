/** Where everything lies in the data bucket. */

/** Rows of one shard are merged by one statement; a Glue listing and a MERGE stay small. */
export const ROWS_PER_SHARD = 50_000;
/** 200 shards of 50,000 rows: ten million rows a run. Also the range of the staging table's partition projection. */
export const MOST_SHARDS = 200;

export const PREFIXES = {
  /** Files of an import on their way into `evaluation_datasets`. */
  imports: 'imports/',
  /** What is known about datasets without a query. */
  datasets: 'datasets/',
  /** Working files of a run: the unloaded dataset, its rows in order, map results. */
  runs: 'runs/',
  /** The logs of batches, with the settled rows in them. */
  staged: 'staged/',
  /** Scores on their way into the results table. */
  scores: 'scores/',
  /** What judges and functions have answered, by whom was asked. */
  replies: 'replies/',
  exports: 'exports/',
  /** Answers of the API that are too large for it, for a day. */
  wholeAnswers: 'whole-answers/',
  /** What tables show of each row of a run that is over. */
  rowIndex: 'row-index/',
  /** Texts of traces that are too large for their table. */
  traces: 'traces/',
  /** Results of monitors on their way into their table. */
  monitorResults: 'monitor-results/',
  athena: 'athena-results/',
  warehouse: 'warehouse/',
} as const;

/** A file that was sent to the API, and what is known of it; the tenant is part of the key, so that no other can name it. */
export const uploadKeys = (tenant: string, fileId: string): { file: string; about: string } => {
  const folder = `${PREFIXES.imports}uploads/${tenant}/${fileId}/`;
  return { file: `${folder}file`, about: `${folder}about.json` };
};

/** An answer of the API that is too large for it; the tenant is part of the key. */
export const wholeAnswerKey = (tenant: string, hash: string): string =>
  `${PREFIXES.wholeAnswers}${tenant}/${hash}.json`;

/** Where an import that the API has begun stands. */
export const importStatusKey = (tenant: string, importId: string): string =>
  `${PREFIXES.imports}status/${tenant}/${importId}.json`;

export const digits = (value: number, length: number): string => String(value).padStart(length, '0');

export const shardOf = (rowIndex: number): number => Math.min(MOST_SHARDS - 1, Math.floor(rowIndex / ROWS_PER_SHARD));

/** `passKey` keeps passes of one run apart: UNLOAD wants an empty destination. */
export const unloadedDatasetPrefix = (evaluationId: string, passKey: string): string =>
  `${PREFIXES.runs}${evaluationId}/dataset/${passKey}/`;

export const mapResultsPrefix = (evaluationId: string): string => `${PREFIXES.runs}${evaluationId}/map`;

/** Answers on their way to the evaluators; `scoringId` keeps passes of one run apart. */
export const answersPrefix = (evaluationId: string, scoringId: string): string =>
  `${PREFIXES.runs}${evaluationId}/scoring/${scoringId}/`;

/** A group of scored rows of one shard: those of part `part` from row `row` on. */
export const scoresKey = (evaluationId: string, scoringId: string, shard: number, part: number, row: number): string =>
  `${PREFIXES.scores}evaluation_id=${evaluationId}/scoring_id=${scoringId}/shard=${shard}/${digits(part, 5)}-${digits(row, 8)}.jsonl`;

/** What an asker was told in all runs, and in one of them. */
export const repliesPrefix = (asker: string): string => `${PREFIXES.replies}${asker}/`;
export const repliesKey = (asker: string, judgeRun: string): string => `${repliesPrefix(asker)}${judgeRun}.jsonl`;

/** Pieces of an export on their way into one file; `exportId` keeps exports of the same run apart. */
export const exportPartsPrefix = (evaluationId: string, exportId: string): string =>
  `${PREFIXES.runs}${evaluationId}/export/${exportId}/`;

/**
 * `destinationPrefix` is a folder below `exports/`, with or without that name in front. Some rows of a run (`part`: wrong, failed …)
 * lie beside the file of all, in whose place nobody expects them.
 */
export const exportKey = (evaluationId: string, extension: string, destinationPrefix = '', part = ''): string => {
  const folder = destinationPrefix.replace(/^exports(\/|$)/, '').replace(/\/$/, '');
  return `${PREFIXES.exports}${folder && `${folder}/`}${evaluationId}${part && `.${part}`}.${extension}`;
};

/** The rows of a pass in row order, and the list of its batches: see `batch.ts`. */
export const rowsPrefix = (evaluationId: string, attempt: number): string =>
  `${PREFIXES.runs}${evaluationId}/rows/${attempt}/`;

export const batchesKey = (evaluationId: string, attempt: number): string =>
  `${rowsPrefix(evaluationId, attempt)}batches.jsonl`;

/** The items of a batch job, as rows, one a line. */
export const itemsKey = (evaluationId: string, hash: string): string =>
  `${PREFIXES.runs}${evaluationId}/rows/items-${hash}.jsonl`;

/** The bulk jobs of a run. */
export const bulkJobsPrefix = (evaluationId: string): string => `${PREFIXES.runs}${evaluationId}/bulk-jobs/`;

/** What lies there of one of them: its items, notes on how it goes, the entries of its results, and a mark of its end. */
export const bulkJobKeys = (evaluationId: string, key: string) => {
  const folder = `${bulkJobsPrefix(evaluationId)}${key}/`;
  return {
    items: `${folder}items.jsonl`,
    note: (number: number): string => `${folder}note-${digits(number, 6)}.json`,
    entries: (file: number): string => `${folder}entries-${file}.jsonl`,
    ended: `${folder}ended`,
  };
};

export const rowIndexKey = (evaluationId: string): string => `${PREFIXES.rowIndex}${evaluationId}.csv`;

/** A trace that is too large for its table, by its content. */
export const traceObjectKey = (tenant: string, contentHash: string): string =>
  `${PREFIXES.traces}${tenant}/${contentHash}.json`;

/** Results of monitors that were ready at the same moment, below the hour of their writing. */
export const monitorResultsKey = (now: Date, id: string): string =>
  `${PREFIXES.monitorResults}hour=${now.toISOString().slice(0, 13)}/${id}.jsonl`;

/** What a monitor has asked judges about, until they have answered. */
export const askedKey = (tenant: string, hash: string): string => `${PREFIXES.traces}${tenant}/asked/${hash}.json`;
