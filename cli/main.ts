import { CommanderError } from 'commander';
import type { Shell } from './command.ts';
import { EXIT } from './exit-codes.ts';
import { explain } from './explain-error.ts';
import { createProgram } from './program.ts';
import { type Streams, Terminal } from './terminal/terminal.ts';

/** Runs a command line and returns its exit code, or undefined if the process keeps running. */
export async function main(words: readonly string[], streams: Streams = process): Promise<number | undefined> {
  let exitCode: number | undefined = EXIT.ok;
  let terminal = new Terminal(streams, { json: words.includes('--json') });
  const shell: Shell = {
    streams,
    exit: (code) => {
      exitCode = code;
    },
    use: (used) => {
      terminal = used;
    },
  };
  try {
    const program = await createProgram(shell, words);
    await program.parseAsync(words, { from: 'user' });
    return exitCode;
  } catch (error) {
    // Commander has already printed the error. Asking for help is not an error.
    if (error instanceof CommanderError) {
      if (error.exitCode !== 0) terminal.object({ error: { message: error.message.replace(/^error: /, '') } });
      return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    }
    const { message, hint, exitCode: code } = explain(error);
    terminal.problem(message, hint);
    terminal.object({ error: { message, ...(hint && { hint }) } });
    return code;
  }
}
