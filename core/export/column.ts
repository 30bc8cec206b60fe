/** What a column of an export holds, and where it comes from. */
export type ExportColumn = ResultColumn | FieldColumn | MappedColumn;

/** A column of the results table. */
export interface ResultColumn {
  readonly from: 'result';
  readonly name: string;
  /** The column in the table. */
  readonly column: string;
  /** `json` is JSON text. */
  readonly kind: 'text' | 'json' | 'long' | 'double' | 'boolean' | 'time';
}

/** One member of an object that the table holds as JSON text. */
export interface FieldColumn {
  readonly from: 'input' | 'metadata' | 'scores';
  readonly name: string;
  readonly key: string;
  /** Of a score, this part. */
  readonly part?: 'score' | 'passed' | 'reason';
  /** Its values are known to be text: they came from a CSV. */
  readonly isText: boolean;
}

/** Made of the row by `outputMapping`. */
export interface MappedColumn {
  readonly from: 'mapping';
  readonly name: string;
}

const result = (name: string, column: string, kind: ResultColumn['kind']): ResultColumn => ({
  from: 'result',
  name,
  column,
  kind,
});

export const INPUT = result('input', 'input', 'json');
export const METADATA = result('metadata', 'metadata', 'json');
export const SCORES = result('_scores', 'scores', 'json');

/** Which of a row's calls it is; exports have it where rows were called several times. */
export const TRIAL = result('_trial', 'trial', 'long');

/** Which model has answered; exports have it where a target answers for several. */
export const VARIANT = result('_variant', 'variant', 'text');

export const EXPECTED = result('expected', 'expected', 'text');

export const ANSWER_COLUMNS: readonly ResultColumn[] = [
  EXPECTED,
  // A name the outside relies on.
  result('actual_output', 'actual_output', 'text'),
];

/** What became of the row. They begin with `_`, so that they do not clash with columns of the dataset. */
export const OUTCOME_COLUMNS: readonly ResultColumn[] = [
  result('_status', 'status', 'text'),
  result('_error', 'error_message', 'text'),
  result('_error_class', 'error_class', 'text'),
  result('_error_name', 'error_name', 'text'),
  result('_latency_ms', 'latency_ms', 'long'),
  result('_tokens', 'total_tokens', 'long'),
  result('_prompt_tokens', 'prompt_tokens', 'long'),
  result('_completion_tokens', 'completion_tokens', 'long'),
  result('_cost_usd', 'cost_usd', 'double'),
  result('_attempts', 'attempts', 'long'),
  result('_passed', 'passed', 'boolean'),
];

export const IDENTITY_COLUMNS: readonly ResultColumn[] = [
  result('_model', 'model_name', 'text'),
  result('_trace_ref', 'trace_ref', 'text'),
  result('_sample_id', 'sample_id', 'text'),
  result('_row_index', 'row_index', 'long'),
  result('_started_at', 'started_at', 'time'),
  result('_finished_at', 'finished_at', 'time'),
];

/** There for the asking, by `columns`. */
export const EXTRA_COLUMNS: readonly ResultColumn[] = [
  INPUT,
  METADATA,
  SCORES,
  result('full_response', 'full_response', 'json'),
  result('_request', 'request', 'json'),
  TRIAL,
  VARIANT,
  result('_calls', 'calls', 'long'),
  result('_attempt', 'attempt', 'long'),
  result('_provider', 'provider_name', 'text'),
  result('_target', 'target_name', 'text'),
  result('_execution_mode', 'execution_mode', 'text'),
  result('_experiment_id', 'experiment_id', 'text'),
  result('_dataset_id', 'dataset_id', 'text'),
  result('_evaluation_id', 'evaluation_id', 'text'),
];
