import { randomUUID } from 'node:crypto';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import type { MonitorResult } from '../../contracts/monitor.ts';
import type { StagedMonitorResult } from '../../contracts/monitor-results-table.ts';
import { monitorResultsKey } from '../../contracts/storage-keys.ts';
import type { TraceDeps } from '../traces/trace-deps.ts';

/** An evaluation, and by what it is known. */
export interface NamedResult {
  readonly tenant: string;
  readonly monitor: string;
  readonly id: string;
  readonly result: MonitorResult;
}

interface Waiting {
  readonly line: string;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Writes results down for the table of results: while one object is being written, the next group collects. What was
 * written twice is one row of the table, so that a result is staged before it is said to be there.
 */
export class ResultStage {
  readonly #deps: Pick<TraceDeps, 's3' | 'bucket'>;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;

  constructor(deps: Pick<TraceDeps, 's3' | 'bucket'>) {
    this.#deps = deps;
  }

  /** Ends when the result is durable. */
  add(named: NamedResult): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ line: `${JSON.stringify(stagedResult(named))}\n`, done, failed });
      this.#writing ??= this.#write();
    });
  }

  async #write(): Promise<void> {
    // Those that are ready in the same turn go together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0);
      try {
        await this.#put(group.map(({ line }) => line).join(''));
        for (const { done } of group) done();
      } catch (error) {
        for (const { failed } of group) failed(error);
      }
    }
    this.#writing = undefined;
  }

  async #put(Body: string): Promise<void> {
    const { s3, bucket: Bucket } = this.#deps;
    const Key = monitorResultsKey(new Date(), randomUUID());
    await s3.send(new PutObjectCommand({ Bucket, Key, Body, ContentType: 'application/x-ndjson' }));
  }
}

const stagedResult = ({ tenant, monitor, id, result }: NamedResult): StagedMonitorResult => ({
  result_id: id,
  tenant,
  monitor,
  monitor_version: result.version,
  evaluated_at: result.evaluatedAt,
  trace_id: result.traceId,
  thread_id: result.threadId ?? null,
  turns: result.turns ?? null,
  truncated: result.truncated ?? null,
  scores: JSON.stringify(result.scores),
  passed: result.passed,
  cost_usd: result.costUsd ?? null,
});
