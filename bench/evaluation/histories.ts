import {
  GetExecutionHistoryCommand,
  type HistoryEvent,
  ListExecutionsCommand,
  ListMapRunsCommand,
} from '@aws-sdk/client-sfn';
import type { RollcallCloud } from '../../test/support/rollcall-cloud.ts';

/** All events of an execution. */
export async function history(rollcall: RollcallCloud, executionArn: string): Promise<HistoryEvent[]> {
  const events: HistoryEvent[] = [];
  let nextToken: string | undefined;
  do {
    const page = await rollcall.sfn.send(new GetExecutionHistoryCommand({ executionArn, maxResults: 1000, nextToken }));
    events.push(...(page.events ?? []));
    nextToken = page.nextToken;
  } while (nextToken);
  return events;
}

/** The executions of the batches of a run. */
export async function childrenOf(rollcall: RollcallCloud, executionArn: string): Promise<string[]> {
  const { mapRuns = [] } = await rollcall.sfn.send(new ListMapRunsCommand({ executionArn }));
  const children: string[] = [];
  for (const { mapRunArn } of mapRuns) {
    let nextToken: string | undefined;
    do {
      const page = await rollcall.sfn.send(new ListExecutionsCommand({ mapRunArn, maxResults: 1000, nextToken }));
      children.push(...(page.executions ?? []).map((execution) => execution.executionArn ?? ''));
      nextToken = page.nextToken;
    } while (nextToken);
  }
  return children;
}

export const isTransition = (event: HistoryEvent): boolean => /StateEntered$/.test(event.type ?? '');
