const MANY = { bucket: 100_000, perSecond: 1_000 };

/** Tests look, and query, far more often than a person would. Everything else has the quotas of AWS. */
export const TEST_QUOTAS = {
  states: { DescribeExecution: MANY, ListMapRuns: MANY, DescribeMapRun: MANY },
  athena: { StartQueryExecution: MANY, GetQueryExecution: MANY, GetQueryResults: MANY },
};
