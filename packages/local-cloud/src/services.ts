/** The services one by one, for tests that need a few of them only. */
export { createAthenaService } from './athena/service.ts';
export { createCloudWatchService } from './cloudwatch/service.ts';
export { type Cloud, createCloud } from './create-cloud.ts';
export { createDynamoDbService } from './dynamodb/service.ts';
export { createGlueService } from './glue/service.ts';
export { createThrottle } from './quotas/throttle.ts';
export { createS3Service } from './s3/service.ts';
export { createSqsService } from './sqs/service.ts';
export { createStepFunctionsService } from './stepfunctions/service.ts';
