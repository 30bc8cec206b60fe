import type { Command } from 'commander';
import { startScoring } from '../../client/scoring/start-scoring.ts';
import { defineAction, type Shell } from '../command.ts';
import { readEvaluators } from '../eval-file/read-evaluators.ts';
import { outputFile } from '../option-values.ts';
import { finishRun } from '../runs/finish-run.ts';
import { followRun } from '../runs/follow-run.ts';
import { readRecord } from '../runs/read-record.ts';

interface Options {
  readonly evaluators?: string;
  readonly junit?: string;
  readonly markdown?: string;
}

/** Grades the answers of a run again. Only judges and functions are called. */
export function scoreCommand(program: Command, shell: Shell): void {
  const command = program
    .command('score')
    .argument('<id>', 'the ID of the run')
    .option('--evaluators <file>', 'YAML file with `evaluators: […]` (default: the evaluators of the run)')
    .option('--junit <file>', 'write a JUnit report', outputFile)
    .option('--markdown <file>', 'write a Markdown summary', outputFile);
  defineAction<Options>(command, shell, ({ terminal, connected }, options, id = '') => {
    const evaluators = options.evaluators ? readEvaluators(options.evaluators) : undefined;
    return connected(async (connection) => {
      await readRecord(id, connection);
      const run = await startScoring(id, evaluators, connection);
      const ended = await followRun(run, id, connection, terminal, { events: false });
      const { junit, markdown } = options;
      return finishRun(ended, { name: id, junit, markdown }, connection, terminal);
    });
  });
}
