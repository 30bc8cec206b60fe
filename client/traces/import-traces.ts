import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { describeIssues } from '../../contracts/describe-issues.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { type Trace, traceSchema } from '../../contracts/trace.ts';
import { parseJson } from '../../core/json.ts';
import type { Tracing } from './connect-traces.ts';
import { type ReceivedTraces, receiveTraces } from './receive-traces.ts';

const TRACES_AT_ONCE = 200;

/** Takes in a file of JSON Lines, a trace a line. What stands before a line that is none is taken in. */
export async function importTraces(
  tenant: string,
  file: string,
  tracing: Tracing,
  onProgress: (traces: number) => void,
): Promise<ReceivedTraces> {
  let received = 0;
  let unchanged = 0;
  let group: Trace[] = [];
  const flush = async () => {
    if (group.length === 0) return;
    const put = await receiveTraces(tenant, group, tracing);
    received += put.received;
    unchanged += put.unchanged;
    group = [];
    onProgress(received);
  };
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (line.trim() === '') continue;
    const trace = parsed(line);
    if (typeof trace === 'string') {
      await flush();
      throw new RollcallError(
        'InvalidTraces',
        `Line ${number} of ${file} is no trace: ${trace}. ${received} before it are stored.`,
      );
    }
    group.push(trace);
    if (group.length === TRACES_AT_ONCE) await flush();
  }
  await flush();
  return { received, unchanged };
}

/** The trace, or what is wrong with the line. */
function parsed(line: string): Trace | string {
  const value = parseJson(line);
  if (value === undefined) return 'it is no JSON';
  const trace = traceSchema.safeParse(value);
  return trace.success ? trace.data : describeIssues(trace.error).join('; ');
}
