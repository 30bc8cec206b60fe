import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { RollcallError } from '../../contracts/errors.ts';
import { ownerOf } from '../../contracts/tenant.ts';
import { runRecordSchema } from '../../domain/run-records/run-record.ts';
import { ifConditionHolds } from '../../domain/run-records/store/if-condition-holds.ts';
import type { RunRecordStore } from '../../domain/run-records/store/run-record-store.ts';
import { type Starter, startRequested } from '../runs/start-requested.ts';

/** An item of DynamoDB has 400 KB. */
const MOST_WAITING = 2_000;
/** No evaluation id has a `#` in it. */
const LINE = '#jobs';

const lineSchema = z.object({
  running: z.array(z.string()),
  /** In the order they came. */
  waiting: z.array(z.string()),
  version: z.number(),
});
type Line = z.output<typeof lineSchema>;
type Change = (line: Line) => Pick<Line, 'running' | 'waiting'>;

const standingSchema = runRecordSchema.pick({
  status: true,
  execution_arn: true,
  pass_input: true,
  finished_at: true,
});

export interface LineDependencies extends Starter {
  readonly documents: DynamoDBDocumentClient;
  readonly countsTable: string;
  readonly runs: Pick<RunRecordStore, 'findPart'>;
  /** Batch jobs of one tenant that run at the same time. */
  readonly mostRunning: number;
}

/**
 * Who is to run next. A tenant has a few jobs running; the others wait in the order they came. It is one item a tenant in
 * the table `batch-counts`, each write of which is conditional on the one before, so that there are never more and the
 * order holds. A job that has a place and was not started, because whoever gave it the place was cut off, is started by
 * the next look.
 */
export class JobLine {
  readonly #deps: LineDependencies;

  constructor(deps: LineDependencies) {
    this.#deps = deps;
  }

  /** Puts a job at the end of its tenant's line, and starts it if there is a place. */
  async join(jobId: string): Promise<void> {
    await this.#change(tenantOf(jobId), (line) => {
      if (line.waiting.length >= MOST_WAITING) throw tooMany();
      const isIn = line.running.includes(jobId) || line.waiting.includes(jobId);
      return isIn ? line : { ...line, waiting: [...line.waiting, jobId] };
    });
  }

  /** The job has ended: the next one is started. */
  leave(jobId: string): Promise<void> {
    return this.#change(tenantOf(jobId), (line) => without(line, [jobId]));
  }

  /** Starts a job that waits at once, out of turn: one that was cancelled calls nobody. */
  async letThrough(jobId: string): Promise<void> {
    const { waiting } = await this.#read(tenantOf(jobId));
    if (!waiting.includes(jobId)) return;
    await this.leave(jobId);
    await this.start(jobId);
  }

  /** Makes up for what was cut off: jobs that ended leave, jobs that have a place are started. */
  async look(tenant: string): Promise<void> {
    const { running } = await this.#read(tenant);
    const ended: string[] = [];
    for (const jobId of running) {
      const record = await this.#deps.runs.findPart(jobId, standingSchema);
      if (!record || record.finished_at) ended.push(jobId);
      else if (record.status !== 'running') await startRequested(record, this.#deps);
    }
    await this.#change(tenant, (line) => without(line, ended));
  }

  async #change(tenant: string, change: Change): Promise<void> {
    for (;;) {
      const line = await this.#read(tenant);
      const { running, waiting } = change(line);
      const free = Math.max(0, this.#deps.mostRunning - running.length);
      const next = waiting.slice(0, free);
      const changed = { running: [...running, ...next], waiting: waiting.slice(free) };
      if (!(await this.#write(tenant, line, changed))) continue;
      await Promise.all(next.map((jobId) => this.start(jobId)));
      return;
    }
  }

  /** Starts a job that stands in no line: a single call waits for nobody's batches. */
  async start(jobId: string): Promise<void> {
    const record = await this.#deps.runs.findPart(jobId, standingSchema);
    if (!record || record.finished_at) return this.leave(jobId);
    await startRequested(record, this.#deps);
  }

  async #read(tenant: string): Promise<Line> {
    const { documents, countsTable: TableName } = this.#deps;
    const Key = { evaluation_id: LINE, batch: tenant };
    const { Item } = await documents.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    return Item ? lineSchema.parse(Item) : { running: [], waiting: [], version: 0 };
  }

  /** False when another change came first. */
  async #write(tenant: string, was: Line, line: Pick<Line, 'running' | 'waiting'>): Promise<boolean> {
    if (same(was.running, line.running) && same(was.waiting, line.waiting)) return true;
    const { documents, countsTable: TableName } = this.#deps;
    const put = new PutCommand({
      TableName,
      Item: { evaluation_id: LINE, batch: tenant, ...line, version: was.version + 1 },
      ConditionExpression: 'attribute_not_exists(version) OR version = :version',
      ExpressionAttributeValues: { ':version': was.version },
    });
    return (await ifConditionHolds(documents.send(put))) !== undefined;
  }
}

const tenantOf = (jobId: string): string => ownerOf(jobId).tenant;

const without = ({ running, waiting }: Line, jobIds: readonly string[]) => ({
  running: running.filter((id) => !jobIds.includes(id)),
  waiting: waiting.filter((id) => !jobIds.includes(id)),
});

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index]);

const tooMany = (): RollcallError =>
  new RollcallError('TooManyJobs', `${MOST_WAITING} batch jobs are waiting already. Submit this one again later.`);
