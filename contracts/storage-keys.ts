/** Where everything lies in the data bucket. */

/** Rows of one shard are merged by one statement; a Glue listing and a MERGE stay small. */
export const ROWS_PER_SHARD = 50_000;
/** 200 shards of 50,000 rows: ten million rows a run. Also the range of the staging table's partition projection. */
export const MOST_SHARDS = 200;

export const PREFIXES = {
  /** Files of an import on their way into `evaluation_datasets`. */
  imports: 'imports/',
  /** Working files of a run: the unloaded dataset, map results. */
  runs: 'runs/',
  /** One object a row and attempt. */
  staged: 'staged/',
  /** One small object for each call about to be made, so that none is made twice. */
  claims: 'claims/',
  exports: 'exports/',
  athena: 'athena-results/',
  warehouse: 'warehouse/',
} as const;

export const shardOf = (rowIndex: number): number => Math.min(MOST_SHARDS - 1, Math.floor(rowIndex / ROWS_PER_SHARD));

/** `passKey` keeps passes of one run apart: UNLOAD wants an empty destination. */
export const unloadedDatasetPrefix = (evaluationId: string, passKey: string): string =>
  `${PREFIXES.runs}${evaluationId}/dataset/${passKey}/`;

export const mapResultsPrefix = (evaluationId: string): string => `${PREFIXES.runs}${evaluationId}/map`;

/** Pieces of an export on their way into one file; `exportId` keeps exports of the same run apart. */
export const exportPartsPrefix = (evaluationId: string, exportId: string): string =>
  `${PREFIXES.runs}${evaluationId}/export/${exportId}/`;

/** `destinationPrefix` is a folder below `exports/`, with or without that name in front. */
export const exportKey = (evaluationId: string, extension: string, destinationPrefix = ''): string => {
  const folder = destinationPrefix.replace(/^exports(\/|$)/, '').replace(/\/$/, '');
  return `${PREFIXES.exports}${folder && `${folder}/`}${evaluationId}.${extension}`;
};

/** `sampleHash`: sample ids are free text, keys are not. */
interface RowKey {
  readonly evaluationId: string;
  readonly rowIndex: number;
  readonly sampleHash: string;
  readonly attempt: number;
}

const rowPath = (row: RowKey): string =>
  `evaluation_id=${row.evaluationId}/shard=${shardOf(row.rowIndex)}/${String(row.rowIndex).padStart(8, '0')}-${row.sampleHash}-${row.attempt}`;

export const stagedRowKey = (row: RowKey): string => `${PREFIXES.staged}${rowPath(row)}.json`;

export const claimKey = (row: RowKey, call: number): string => `${PREFIXES.claims}${rowPath(row)}-${call}`;

/** Beside the row's claims: the row is in the run's counters. */
export const countedKey = (row: RowKey): string => `${PREFIXES.claims}${rowPath(row)}-counted`;
