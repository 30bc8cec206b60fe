import {
  type CloudWatchLogsClient,
  type FilteredLogEvent,
  paginateFilterLogEvents,
} from '@aws-sdk/client-cloudwatch-logs';

export interface LogsDependencies {
  readonly logs: CloudWatchLogsClient;
  /** The log groups of Rollcall's functions. */
  readonly logGroupNames: readonly string[];
}

export interface FoundEvent {
  readonly logGroupName: string;
  readonly time: Date;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Every JSON log line of the functions that matches a filter pattern, oldest first. */
export async function searchLogs(
  { logs, logGroupNames }: LogsDependencies,
  filterPattern: string,
  since?: Date,
): Promise<FoundEvent[]> {
  const found = await Promise.all(
    logGroupNames.map(async (logGroupName) => {
      const pages = paginateFilterLogEvents(
        { client: logs },
        { logGroupName, filterPattern, ...(since && { startTime: since.getTime() }) },
      );
      const events: FoundEvent[] = [];
      for await (const page of pages) events.push(...(page.events ?? []).map((event) => parsed(logGroupName, event)));
      return events;
    }),
  );
  return found.flat().sort((a, b) => a.time.getTime() - b.time.getTime());
}

const parsed = (logGroupName: string, { timestamp = 0, message = '{}' }: FilteredLogEvent): FoundEvent => ({
  logGroupName,
  time: new Date(timestamp),
  // A JSON pattern matches only lines that are JSON objects.
  fields: JSON.parse(message) as Record<string, unknown>,
});
