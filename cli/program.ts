import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import type { Shell } from './command.ts';
import { COMMANDS } from './commands.ts';
import { examplesOf } from './examples.ts';

const EXIT_CODES = `
Start with \`rollcall run eval.yaml\`. Every command has examples: \`rollcall run --help\`.

Exit codes: 0 success, thresholds met · 1 thresholds not met · 2 invalid usage or configuration · 3 could not complete`;

/** The whole command line. Only the requested command is loaded with its options, because loading takes time. */
export async function createProgram(shell: Shell, words: readonly string[]): Promise<Command> {
  const [first, second] = words.filter((word) => !word.startsWith('-'));
  const asked = (first === 'help' ? second : first) ?? '';
  const program = new Command('rollcall')
    .description('Run every row of a dataset through an HTTP endpoint, a Step Functions agent or a Lambda tool.')
    .version(version(), '-V, --version')
    .addHelpText('after', EXIT_CODES)
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
        for (const shown of [command, ...command.commands]) {
          shown.addHelpText('after', examplesOf(shown === command ? name : `${name} ${shown.name()}`));
        }
      }
    }
  }
  return program;
}

function version(): string {
  const file = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
