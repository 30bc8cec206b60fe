/** Names the outside relies on. */
export const DATABASE = 's3_evaluation_db';
export const DATASETS_TABLE = 'evaluation_datasets';
export const RESULTS_TABLE = 'evaluation_results_evaluations';
/** What monitors found. */
export const MONITOR_RESULTS_TABLE = 'monitor_results';
/** Results of monitors that are not loaded yet; an external table over their prefix. */
export const STAGED_MONITOR_RESULTS_TABLE = 'monitor_results_staged';
/** Rows that have settled and are not loaded yet; an external table over the staging prefix. */
export const STAGED_TABLE = 'evaluation_results_staged';
/** Scores that are not loaded yet; an external table over the scores prefix. */
export const SCORES_TABLE = 'evaluation_scores_staged';
/** Rows on their way into the datasets table; an external table over the imports prefix. */
export const IMPORTED_TABLE = 'evaluation_datasets_imported';
