import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { readItems } from '../../client/jobs/read-items.ts';
import { readJob } from '../../client/jobs/read-job.ts';
import { submitBatch } from '../../client/jobs/submit-batch.ts';
import { batchRequestSchema, type Job } from '../../contracts/api/jobs.ts';
import { describeIssues } from '../../contracts/describe-issues.ts';
import { targetNameSchema } from '../../contracts/target-slug.ts';
import { DEFAULT_TENANT } from '../../contracts/tenant.ts';
import { plural } from '../../core/format.ts';
import { isObject } from '../../core/json.ts';
import { rowNumber } from '../../core/row-number.ts';
import { defineAction, type Shell } from '../command.ts';
import type { Connection } from '../connect/connect.ts';
import { EXIT, type ExitCode, usageError } from '../exit-codes.ts';
import { whole } from '../option-values.ts';
import { readYaml } from '../read-yaml.ts';
import { printFailedRows } from '../reports/print-report.ts';
import type { Terminal } from '../terminal/terminal.ts';

interface Options {
  readonly tenant: string;
  readonly concurrency?: number;
  readonly delayMs?: number;
  readonly skipInvalid?: boolean;
  readonly wait?: boolean;
}

export function batchCommand(program: Command, shell: Shell): void {
  const command = program
    .command('batch')
    .argument('<integration/action>')
    .argument('<items.json>', 'a JSON list of inputs, or of { "input": … }')
    .option('--tenant <tenant>', 'tenant of the target', DEFAULT_TENANT)
    .option('--concurrency <n>', 'concurrency (default: that of the target)', whole(1, 20))
    .option('--delay-ms <ms>', 'minimum time between the starts of two items', whole(0, 5000))
    .option('--skip-invalid', 'skip items that do not match the inputSchema of the target')
    .option('--wait', 'wait until the job ends; exit code 1 if items failed');
  defineAction<Options>(command, shell, ({ terminal, connectedOrNew }, options, name = '', file = '') => {
    const request = requestOf(name, file, options);
    return connectedOrNew(async (connection): Promise<ExitCode | undefined> => {
      const { tenant } = options;
      const submitted = await submitBatch(tenant, request, connection);
      const { jobId, itemCount, skipped = [] } = submitted;
      terminal.object(submitted);
      if (skipped.length > 0)
        terminal.note(`Skipped invalid items: ${skipped.map(({ index }) => rowNumber(index)).join(', ')}`);
      terminal.line(`${jobId}: ${plural(itemCount, 'item')}`);
      // If this command started the local cloud, the job would end with it.
      if (!options.wait && !connection.endsWithCommand) return undefined;
      const job = await ended(tenant, jobId, connection);
      const exitCode = endOf(job, terminal);
      if (job.itemCounts.failed > 0) await sayWhyItemsFailed(tenant, job, connection, terminal);
      return exitCode;
    });
  });
}

function requestOf(name: string, file: string, options: Options) {
  const [integrationSlug, actionSlug] = targetNameSchema.safeParse(name).data?.split('/') ?? [];
  if (!integrationSlug || !actionSlug)
    throw usageError(`Invalid target name ${name}.`, 'Use the form integration/action.');
  const given = readYaml(file);
  if (!Array.isArray(given)) throw usageError(`${file} must contain a JSON list of inputs.`);
  const { concurrency, delayMs, skipInvalid: skipInvalidItems } = options;
  const request = batchRequestSchema.safeParse({
    integrationSlug,
    actionSlug,
    items: given.map((item) => (isWrapped(item) ? item : { input: item })),
    config: { concurrency, delayMs, skipInvalidItems },
  });
  if (!request.success) throw usageError(`${file}: ${describeIssues(request.error).join('; ')}`);
  return request.data;
}

const isWrapped = (item: unknown): boolean => isObject(item) && Object.keys(item).join() === 'input';

async function ended(tenant: string, jobId: string, connection: Connection): Promise<Job> {
  for (;;) {
    const job = await readJob(tenant, jobId, connection);
    if (job.finishedAt) return job;
    await sleep(connection.pollMs);
  }
}

/** Errors are told in groups; of more items than this the first are looked at. */
const MOST_READ = 500;

async function sayWhyItemsFailed(tenant: string, job: Job, connection: Connection, terminal: Terminal): Promise<void> {
  const { jobId, itemCounts } = job;
  const { items } = await readItems(tenant, jobId, { status: 'failed', limit: MOST_READ }, connection);
  const failedRows = items.map(({ index, error }) => ({
    row_index: index,
    error_name: error?.name ?? null,
    error_message: error?.message ?? null,
  }));
  printFailedRows(terminal, { failedRows, summary: itemCounts });
  terminal.note(`All about one: rollcall results ${jobId} --row N ${connection.flags}`.trimEnd());
}

function endOf(job: Job, terminal: Terminal): ExitCode {
  const { status, reason, itemCounts } = job;
  const { succeeded, failed, skipped } = itemCounts;
  terminal.object(job);
  terminal.line(
    `${status}: ${succeeded} answered · ${plural(failed, 'error')} · ${skipped} skipped${reason ? ` · ${reason}` : ''}`,
  );
  if (status !== 'completed') return EXIT.incomplete;
  return failed > 0 ? EXIT.notMet : EXIT.ok;
}
