import { type MessageAttributeValue, PublishCommand, type SNSClient } from '@aws-sdk/client-sns';
import type { Summary } from '../../contracts/summary.ts';
import { logger } from '../shared/powertools.ts';

export interface Notifications {
  send(summary: Summary): Promise<void>;
}

/** Tells the topic how a run has ended. */
export const createNotifications = (sns: SNSClient, topicArn: string): Notifications => ({
  async send(summary) {
    const { evaluationId, status } = summary;
    try {
      await sns.send(
        new PublishCommand({
          TopicArn: topicArn,
          Subject: `Rollcall run ${evaluationId} ${status}`.slice(0, 99),
          Message: JSON.stringify(summary),
          MessageAttributes: attributesOf(summary),
        }),
      );
    } catch (error) {
      // Nobody hears of it, but the run is closed and its results are there.
      logger.error('The end of a run could not be told', { evaluationId, errorName: (error as Error).name });
    }
  },
});

/** Subscribers filter by these. SNS takes no empty text. */
const attributesOf = (summary: Summary): Record<string, MessageAttributeValue> => ({
  evaluation_id: { DataType: 'String', StringValue: summary.evaluationId },
  dataset_id: { DataType: 'String', StringValue: summary.datasetId ?? 'unknown' },
  target: { DataType: 'String', StringValue: summary.targetName ?? 'unknown' },
  status: { DataType: 'String', StringValue: summary.status },
  rows: { DataType: 'Number', StringValue: String(summary.total) },
  failed: { DataType: 'Number', StringValue: String(summary.failed) },
});
