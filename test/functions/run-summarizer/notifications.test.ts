import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Summary } from '../../../contracts/summary.ts';
import { createNotifications } from '../../../functions/run-summarizer/notifications.ts';
import { logger } from '../../../functions/shared/powertools.ts';
import { summaryOf } from '../../support/summary.ts';

const client = new SNSClient({});
const sns = mockClient(client);
afterEach(() => {
  sns.reset();
  vi.restoreAllMocks();
});

const summary = summaryOf({
  evaluationId: 'r'.repeat(80),
  status: 'cancelled',
  reason: 'by hand',
  total: 7,
  succeeded: 4,
  failed: 2,
});
const send = (given: Summary) => createNotifications(client, 'arn:topic').send(given);

describe('the notification of a run that was closed from outside', () => {
  it('has attributes to filter on, none of them empty, and a subject SNS takes', async () => {
    await send(summary);
    const [call] = sns.commandCalls(PublishCommand);
    expect(call?.args[0].input).toMatchObject({
      TopicArn: 'arn:topic',
      MessageAttributes: {
        evaluation_id: { StringValue: summary.evaluationId },
        dataset_id: { StringValue: 'unknown' },
        target: { StringValue: 'unknown' },
        status: { StringValue: 'cancelled' },
        rows: { DataType: 'Number', StringValue: '7' },
        failed: { DataType: 'Number', StringValue: '2' },
      },
    });
    expect(call?.args[0].input.Subject?.length).toBeLessThan(100);
    expect(JSON.parse(call?.args[0].input.Message ?? '')).toEqual(summary);
  });

  it('that cannot be sent leaves the run closed and a line in the log', async () => {
    const error = vi.spyOn(logger, 'error').mockImplementation(() => {});
    sns.on(PublishCommand).rejects(Object.assign(new Error('no'), { name: 'AuthorizationErrorException' }));
    await send(summary);
    expect(error).toHaveBeenCalledWith('The end of a run could not be told', {
      evaluationId: summary.evaluationId,
      errorName: 'AuthorizationErrorException',
    });
  });
});
