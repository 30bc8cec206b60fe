import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import type { Shell } from './command.ts';
import { batchCommand } from './commands/batch.ts';
import { compareCommand } from './commands/compare.ts';
import { configCommand } from './commands/config.ts';
import { consoleCommand } from './commands/console.ts';
import { controlCommands } from './commands/control.ts';
import { datasetCommand } from './commands/dataset.ts';
import { deleteCommand } from './commands/delete.ts';
import { devCommand } from './commands/dev.ts';
import { doctorCommand } from './commands/doctor.ts';
import { estimateCommand } from './commands/estimate.ts';
import { exportCommand } from './commands/export.ts';
import { keyCommand } from './commands/key.ts';
import { logsCommand } from './commands/logs.ts';
import { markCommand } from './commands/mark.ts';
import { mcpCommand } from './commands/mcp.ts';
import { metricsCommand } from './commands/metrics.ts';
import { openCommand } from './commands/open.ts';
import { resultsCommand } from './commands/results.ts';
import { runCommand } from './commands/run.ts';
import { runsCommand } from './commands/runs.ts';
import { scoreCommand } from './commands/score.ts';
import { statusCommand } from './commands/status.ts';
import { targetCommand } from './commands/target.ts';
import { toolsCommand } from './commands/tools.ts';
import { watchCommand } from './commands/watch.ts';

const EXAMPLES = `
Examples:
  rollcall run eval.yaml                        import the dataset, run it, check the thresholds
  rollcall dataset preview tickets.csv          what an import would make of a file
  rollcall results ID --status failed           what went wrong
  rollcall retry ID                             call the failed rows again
  rollcall export ID -o results.csv             one CSV, rows in order
  rollcall runs --profile prod --region eu-west-1

Exit codes: 0 done, thresholds met · 1 thresholds not met · 2 usage or configuration · 3 could not complete`;

/** The whole command line. */
export function createProgram(shell: Shell): Command {
  const program = new Command('rollcall')
    .description('Run every row of a dataset through an HTTP endpoint, a Step Functions agent or a Lambda tool.')
    .version(version(), '-V, --version')
    .addHelpText('after', EXAMPLES)
    .configureHelp({ showGlobalOptions: false, helpWidth: shell.streams.stdout.columns ?? 100 })
    .configureOutput({
      writeOut: (text) => shell.streams.stdout.write(text),
      writeErr: (text) => shell.streams.stderr.write(text),
    })
    .showHelpAfterError('(see rollcall --help)')
    .enablePositionalOptions()
    .exitOverride();
  program.commandsGroup('Run:');
  for (const define of [runCommand, scoreCommand, estimateCommand, batchCommand, devCommand]) define(program, shell);
  program.commandsGroup('Follow and control:');
  for (const define of [runsCommand, statusCommand, watchCommand, controlCommands, logsCommand, metricsCommand])
    define(program, shell);
  program.commandsGroup('Data:');
  for (const define of [datasetCommand, resultsCommand, markCommand, compareCommand, exportCommand, deleteCommand])
    define(program, shell);
  program.commandsGroup('Set up:');
  for (const define of [configCommand, targetCommand, toolsCommand, mcpCommand, keyCommand]) define(program, shell);
  for (const define of [consoleCommand, doctorCommand, openCommand]) define(program, shell);
  return program;
}

function version(): string {
  const file = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
