import type { ExecutionSummary, IndexLine } from './execution-record.ts';
import { readLines } from './lines.ts';

type Changing = { -readonly [Key in keyof ExecutionSummary]: ExecutionSummary[Key] };

/**
 * The executions of a state machine, or the children of a Map Run, in the order they were started. One that neither
 * ended nor is running now was cut off when the local cloud stopped.
 */
export async function readIndex(path: string, isRunning: (name: string) => boolean): Promise<ExecutionSummary[]> {
  const executions = new Map<string, Changing>();
  for await (const text of readLines(path)) {
    const line = parseIndexLine(text);
    if (!line) continue;
    const known = executions.get(line.name);
    if (line.status !== undefined) {
      if (known) Object.assign(known, { status: line.status, stopDate: line.at });
    } else if (known) {
      Object.assign(known, { status: 'RUNNING', redriveDate: line.at, redriveCount: line.redriveCount ?? 0 });
      known.stopDate = undefined;
    } else {
      executions.set(line.name, {
        name: line.name,
        status: 'RUNNING',
        startDate: line.at,
        itemCount: line.itemCount,
        redriveCount: line.redriveCount ?? 0,
        versionArn: line.versionArn,
        aliasArn: line.aliasArn,
      });
    }
  }
  for (const execution of executions.values()) {
    if (execution.status === 'RUNNING' && !isRunning(execution.name)) execution.status = 'ABORTED';
  }
  return [...executions.values()];
}

/** Nothing when a killed process left only half of the line, or it is damaged. */
export function parseIndexLine(text: string): IndexLine | undefined {
  try {
    const line = JSON.parse(text) as IndexLine | null;
    return typeof line?.name === 'string' && Number.isFinite(line.at) ? line : undefined;
  } catch {
    return undefined;
  }
}
