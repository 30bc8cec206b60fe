/** Tests look far more often than a person would. Everything else has the quotas of AWS. */
const LOOKS = { bucket: 100_000, perSecond: 1_000 };

export const TEST_QUOTAS = {
  states: { DescribeExecution: LOOKS, ListMapRuns: LOOKS, DescribeMapRun: LOOKS },
};
