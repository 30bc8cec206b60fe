import { type HistoryEvent, paginateGetExecutionHistory, type SFNClient } from '@aws-sdk/client-sfn';
import { historyUsage } from '../../core/normalize/history-usage.ts';
import { logger } from '../shared/powertools.ts';

/** Tokens of all model calls of an agent's execution. Without them the row still has what the output says. */
export async function tokensInHistory(sfn: SFNClient, executionArn: string) {
  const outputs: string[] = [];
  try {
    const pages = paginateGetExecutionHistory(
      { client: sfn, pageSize: 1000 },
      { executionArn, includeExecutionData: true },
    );
    for await (const { events } of pages)
      outputs.push(...(events ?? []).map(taskOutput).filter((text) => text !== undefined));
  } catch (error) {
    logger.warn('The history of an agent could not be read', { executionArn, errorName: (error as Error).name });
  }
  return historyUsage(outputs);
}

const taskOutput = (event: HistoryEvent): string | undefined =>
  event.taskSucceededEventDetails?.output ??
  event.lambdaFunctionSucceededEventDetails?.output ??
  event.activitySucceededEventDetails?.output;
