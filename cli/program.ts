import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import type { Shell } from './command.ts';
import { COMMANDS } from './commands.ts';

const EXAMPLES = `
Examples:
  rollcall run eval.yaml                        import the dataset, run it, check the thresholds
  rollcall dataset preview tickets.csv          what an import would make of a file
  rollcall results ID --status failed           what went wrong
  rollcall retry ID                             call the failed rows again
  rollcall export ID -o results.csv             one CSV, rows in order
  rollcall runs --profile prod --region eu-west-1

Exit codes: 0 done, thresholds met · 1 thresholds not met · 2 usage or configuration · 3 could not complete`;

/** The whole command line, with the options of the command that is asked for: only that one is loaded. */
export async function createProgram(shell: Shell, words: readonly string[]): Promise<Command> {
  const [first, second] = words.filter((word) => !word.startsWith('-'));
  const asked = (first === 'help' ? second : first) ?? '';
  const program = new Command('rollcall')
    .description('Run every row of a dataset through an HTTP endpoint, a Step Functions agent or a Lambda tool.')
    .version(version(), '-V, --version')
    .addHelpText('after', EXAMPLES)
    .configureHelp({ showGlobalOptions: false, helpWidth: shell.streams.stdout.columns || 100 })
    .configureOutput({
      writeOut: (text) => shell.streams.stdout.write(text),
      writeErr: (text) => shell.streams.stderr.write(text),
    })
    .showHelpAfterError('(see rollcall --help)')
    .enablePositionalOptions()
    .exitOverride();
  for (const [group, members] of Object.entries(COMMANDS)) {
    program.commandsGroup(group);
    for (const { names, load } of members) {
      const define = asked in names ? await load() : undefined;
      define?.(program, shell);
      for (const [name, description] of Object.entries(names)) {
        const command = program.commands.find((defined) => defined.name() === name) ?? program.command(name);
        command.description(description);
      }
    }
  }
  return program;
}

function version(): string {
  const file = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
