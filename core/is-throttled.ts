/** What AWS services say while they have no room. */
const NO_ROOM = [
  'EC2ThrottledException',
  'ExecutionLimitExceeded',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'SlowDown',
  'Throttling',
  'ThrottlingException',
  'TooManyRequestsException',
];

/** Whether a service refused a call only because there were too many. */
export const isThrottled = (error: unknown): error is Error => error instanceof Error && NO_ROOM.includes(error.name);
