import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { compareRuns } from '../../client/experiments/compare-runs.ts';
import { sideBySide } from '../../client/experiments/side-by-side.ts';
import { defineAction, type Shell } from '../command.ts';
import { outputFile } from '../option-values.ts';
import { comparisonMarkdown } from '../reports/comparison-markdown.ts';
import { printComparison } from '../reports/print-comparison.ts';

interface Options {
  readonly baseline?: string;
  readonly cluster?: string;
  readonly markdown?: string;
  readonly csv?: string;
}

/** Did my change help? */
export function compareCommand(program: Command, shell: Shell): void {
  const command = program
    .command('compare')
    .argument('<id...>', 'the ID of an experiment, or of two or more runs')
    .option('--baseline <name>', 'the run or variant to compare with (default: the oldest)')
    .option(
      '--cluster <column>',
      'treat rows with the same value in this column as one unit (default: thread_id, if present)',
    )
    .option('--markdown <file>', 'write the comparison as Markdown', outputFile)
    .option('--csv <file>', 'write every row with the answers of all variants', outputFile);
  defineAction<Options>(command, shell, ({ terminal, connected }, options, ...ids) =>
    connected(async (connection) => {
      const comparison = await compareRuns(ids, options, connection);
      if (options.markdown) writeFileSync(options.markdown, comparisonMarkdown(comparison));
      if (options.csv) writeFileSync(options.csv, await sideBySide(ids, options.baseline, connection));
      terminal.object(comparison);
      printComparison(terminal, comparison);
    }),
  );
}
