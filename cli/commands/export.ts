import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { sideBySide } from '../../client/experiments/side-by-side.ts';
import { type ExportOptions, exportResults, exportTo } from '../../client/runs/export-results.ts';
import { EXPORT_FORMATS, type ExportFormat, LONGEST_LINK_SECONDS } from '../../contracts/export.ts';
import { ROW_STATUSES, type RowStatus } from '../../contracts/result-row.ts';
import { bytes, plural, seconds } from '../../core/format.ts';
import { defineAction, type Shell } from '../command.ts';
import type { Connection } from '../connect/connect.ts';
import { usageError } from '../exit-codes.ts';
import { outputFile, several, type VerdictFilter, verdictOption, whole } from '../option-values.ts';
import { forEachRun, readRuns } from '../runs/read-record.ts';
import type { Terminal } from '../terminal/terminal.ts';

interface Options {
  readonly output?: string;
  readonly format: ExportFormat;
  readonly column?: string[];
  readonly outputMapping?: string;
  readonly flatten?: boolean;
  readonly status?: RowStatus;
  readonly verdict?: VerdictFilter;
  readonly passed?: boolean;
  readonly expires?: number;
  readonly bom?: boolean;
  readonly exact?: boolean;
}

export function exportCommand(program: Command, shell: Shell): void {
  const command = program
    .command('export')
    .argument('<id>', 'the ID of a run or experiment')
    .option(
      '-o, --output <file>',
      'download to this file (variants of an experiment side by side). Without it, the file stays in S3 and a link is printed',
      outputFile,
    )
    .addOption(new Option('--format <format>', 'file format').choices(EXPORT_FORMATS).default('csv'))
    .option('--column <name>', 'include only this column (repeatable)', several)
    .option('--output-mapping <jsonata>', 'add columns by a JSONata expression over the result row')
    .option('--flatten', 'write fields of input and scores as separate columns')
    .addOption(new Option('--status <status>', 'only rows with this status').choices(ROW_STATUSES))
    .addOption(verdictOption())
    .option('--passed', 'only rows that passed')
    .option('--no-passed', 'only rows that did not pass, including errors')
    .option(
      '--expires <seconds>',
      'lifetime of the link, up to 12 hours; it may expire earlier with the credentials that signed it',
      whole(60, LONGEST_LINK_SECONDS),
    )
    .option('--bom', 'start with a byte order mark, for Excel')
    .option('--exact', 'do not escape cells that a spreadsheet would run as formulas');
  defineAction<Options>(command, shell, ({ terminal, connected }, options, id = '') =>
    connected(async (connection) => {
      const { output } = options;
      const request = requestOf(options);
      const isExperiment = (await connection.runs.find(id)) === undefined;
      if (output && isExperiment) return exportSideBySide(id, output, request, connection, terminal);
      return forEachRun(id, connection, terminal, async ({ evaluation_id }) => {
        const answer = output
          ? await exportTo(output, evaluation_id, connection, request)
          : await exportResults(evaluation_id, request, connection);
        terminal.object(answer);
        const place = 'path' in answer ? String(answer.path) : answer.s3Uri;
        terminal.line(`${plural(answer.rows, 'row')}, ${bytes(answer.bytes)}: ${place}`);
        if (output) return;
        terminal.line(answer.url ?? answer.s3Uri);
        if (answer.url) terminal.note(lifeOf(answer.url));
      });
    }),
  );
}

/** Writes one line per row with the answers of all variants, like `rollcall run -o`. */
async function exportSideBySide(
  id: string,
  output: string,
  { format, ...chosen }: ExportOptions,
  connection: Connection,
  terminal: Terminal,
): Promise<void> {
  const runs = await readRuns(id, connection);
  if (format !== 'csv' || Object.keys(chosen).length > 0) {
    throw usageError(
      `${id} is an experiment. Its export is a CSV of all answers side by side and takes no other options.`,
      `Export one of its runs instead: rollcall export ${runs[0]?.evaluation_id} -o ${output} …`,
    );
  }
  const path = resolve(output);
  const text = await sideBySide([id], undefined, connection);
  writeFileSync(path, text);
  const size = Buffer.byteLength(text);
  terminal.object({ experimentId: id, path, bytes: size });
  terminal.line(`${plural(runs.length, 'variant')} side by side, ${bytes(size)}: ${path}`);
}

function lifeOf(url: string): string {
  const most = seconds(Number(new URL(url).searchParams.get('X-Amz-Expires')));
  return `Anyone with this link can read the file. It expires after ${most}, or earlier with the credentials that signed it.`;
}

const requestOf = (options: Options): ExportOptions => ({
  format: options.format,
  ...(options.column && { columns: options.column }),
  ...(options.outputMapping && { outputMapping: options.outputMapping }),
  ...(options.flatten && { flatten: true }),
  ...((options.status || options.verdict || options.passed !== undefined) && {
    filter: {
      ...(options.status && { status: options.status }),
      ...options.verdict,
      ...(options.passed !== undefined && { passed: options.passed }),
    },
  }),
  ...(options.expires && { expiresInSeconds: options.expires }),
  ...(options.bom && { bom: true }),
  ...(options.exact && { exact: true }),
});
