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

/** A run's results as one file. */
export function exportCommand(program: Command, shell: Shell): void {
  const command = program
    .command('export')
    .argument('<id>', 'the id of a run or an experiment')
    .option(
      '-o, --output <file>',
      'download to this file, the variants of an experiment side by side; without it files stay in S3 and their links are printed',
      outputFile,
    )
    .addOption(new Option('--format <format>', 'file format').choices(EXPORT_FORMATS).default('csv'))
    .option('--column <name>', 'only this column (repeatable)', several)
    .option('--output-mapping <jsonata>', 'extra columns: JSONata over a result row')
    .option('--flatten', 'fields of input and scores as columns of their own')
    .addOption(new Option('--status <status>', 'only rows with this status').choices(ROW_STATUSES))
    .addOption(verdictOption())
    .option('--passed', 'only rows that passed')
    .option('--no-passed', 'only rows that did not pass, failed ones too')
    .option(
      '--expires <seconds>',
      'how long the link works, at most 12 hours; it may end earlier, with the credentials that signed it',
      whole(60, LONGEST_LINK_SECONDS),
    )
    .option('--bom', 'begin with a byte order mark, for Excel')
    .option('--exact', 'leave cells that a spreadsheet would run as formulas as they are');
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

/** One line per row with the answers of every variant, as `rollcall run -o` writes it. */
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
      `${id} is an experiment, whose -o file is a CSV of all rows and answers; it takes no other options.`,
      `Export a run of it instead: rollcall export ${runs[0]?.evaluation_id} -o ${output} …`,
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
  return `Whoever has the link can read the file, for ${most} at most: it may end earlier, with the credentials that signed it.`;
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
