/** Fully qualified, quoted names: results may be in another catalog (S3 Tables) than the staging table. */
export interface Tables {
  readonly datasets: string;
  readonly results: string;
  readonly staged: string;
}
