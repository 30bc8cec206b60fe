import type { Command } from 'commander';
import type { Shell } from '../command.ts';

/** Runs the local cloud in the foreground. It parses its own options. */
export function devCommand(program: Command, shell: Shell): void {
  program
    .command('dev')
    .usage(
      '[--port 4599] [--data .rollcall] [--assembly DIR …] [-c key=value …] [--fresh] [--repair] [--json] [--verbose]',
    )
    .argument('[options...]')
    .helpOption(false)
    .allowUnknownOption()
    .passThroughOptions()
    .action(async (options: string[]) => {
      process.argv.splice(2, Number.POSITIVE_INFINITY, ...options);
      await import('../../dev/main.ts');
      shell.exit(undefined);
    });
}
