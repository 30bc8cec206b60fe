import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AwsError } from '../../../src/aws-error.ts';
import { StatesCloud } from '../states-cloud.ts';

let cloud: StatesCloud;
let denied = '';
beforeAll(async () => {
  cloud = await StatesCloud.start({
    authorize: (_caller, permissions) => {
      for (const { action, resource } of permissions) {
        if (action !== denied) continue;
        throw new AwsError(
          'AccessDeniedException',
          `not authorized to perform: ${action} on resource: ${resource}`,
          403,
        );
      }
    },
  });
  await cloud.createBucket('data', { 'rows.jsonl': '{"row":1}\n' });
});
afterAll(() => cloud.close());

describe("a Distributed Map acts as the state machine's role", () => {
  it.each([
    ['states:StartExecution', 'States.Runtime', 'arn:aws:states:us-east-1:000000000000:stateMachine:map-0'],
    ['s3:GetObject', 'States.ItemReaderFailed', 'arn:aws:s3:::data/rows.jsonl'],
    ['s3:PutObject', 'States.ResultWriterFailed', 'arn:aws:s3:::data/results/'],
  ])('without %s it fails with %s', async (action, error, resource) => {
    denied = action;
    const index = ['states:StartExecution', 's3:GetObject', 's3:PutObject'].indexOf(action);
    const ended = await cloud.run(`map-${index}`, {
      StartAt: 'Map',
      States: {
        Map: {
          Type: 'Map',
          ItemReader: {
            Resource: 'arn:aws:states:::s3:getObject',
            ReaderConfig: { InputType: 'JSONL' },
            Arguments: { Bucket: 'data', Key: 'rows.jsonl' },
          },
          ItemProcessor: {
            ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
            StartAt: 'Pass',
            States: { Pass: { Type: 'Pass', End: true } },
          },
          ResultWriter: {
            Resource: 'arn:aws:states:::s3:putObject',
            Arguments: { Bucket: 'data', Prefix: 'results' },
          },
          End: true,
        },
      },
    });
    expect(ended).toMatchObject({ status: 'FAILED', error });
    expect(ended.cause).toContain(`not authorized to perform: ${action} on resource: ${resource}`);
  });
});
