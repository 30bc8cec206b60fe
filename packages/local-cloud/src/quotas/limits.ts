/** What an account may have under way at once. */
export interface Limits {
  /** Invocations of all functions. */
  readonly lambdaConcurrency: number;
  /** Athena queries that run or wait. */
  readonly athenaQueries: number;
}

/** An older account in a region with the larger quotas; a new one begins with 10 invocations, and 20 queries elsewhere. */
export const AWS_LIMITS: Limits = { lambdaConcurrency: 1000, athenaQueries: 200 };
