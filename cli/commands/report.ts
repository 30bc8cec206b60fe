import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { RunRows } from '../../client/rows/run-rows.ts';
import { summaryOf } from '../../contracts/summary.ts';
import { comparisonReport, type ReportedSide } from '../../core/report/comparison-report.ts';
import { REPORTED_ROWS, runReport } from '../../core/report/run-report.ts';
import { chartsOfRows } from '../../core/rows/charts-of-rows.ts';
import { selectRows } from '../../core/rows/select-rows.ts';
import { defineAction, type Shell } from '../command.ts';
import type { Connection } from '../connect/connect.ts';
import { usageError } from '../exit-codes.ts';
import { outputFile } from '../option-values.ts';
import { configOfRecord, readRecord } from '../runs/read-record.ts';

/** A run, or two compared, as one HTML file for people without access. */
export function reportCommand(program: Command, shell: Shell): void {
  const command = program
    .command('report')
    .argument('<id...>', 'one run, or two to compare; the first is the baseline')
    .requiredOption('-o, --output <file>', 'write the HTML to this file', outputFile);
  defineAction<{ readonly output: string }>(command, shell, ({ terminal, connected }, { output }, ...ids) =>
    connected(async (connection) => {
      const [first, second, ...others] = await Promise.all(ids.map((id) => readSide(id, connection)));
      if (!first || others.length > 0) throw usageError('A report is about one run or two.');
      const { run, rows } = first;
      const worst = () => selectRows(rows, { sort: 'status' }).slice(0, REPORTED_ROWS);
      writeFileSync(output, second ? comparisonReport(first, second) : runReport(run, chartsOfRows(rows), worst()));
      terminal.object({ file: output });
      terminal.line(`Wrote ${output}`);
    }),
  );
}

async function readSide(id: string, connection: Connection): Promise<ReportedSide> {
  const record = await readRecord(id, connection);
  const run = {
    evaluationId: record.evaluation_id,
    ...(record.name && { name: record.name }),
    targetName: record.target_name,
    datasetId: record.dataset_id,
    status: record.status,
    startedAt: record.started_at,
    reason: record.reason,
    summary: summaryOf(record),
    config: configOfRecord(record),
  };
  return { run, rows: await new RunRows(connection).list(record) };
}
