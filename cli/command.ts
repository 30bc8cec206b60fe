import { type Command, Option } from 'commander';
import type { Connection, ConnectOptions, WhereOptions } from './connect/connect.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { type Mode, type Streams, Terminal } from './terminal/terminal.ts';

export interface CommandContext {
  readonly terminal: Terminal;
  readonly streams: Streams;
  readonly where: WhereOptions;
  /** Runs the work with a connection, and always closes it. */
  connected<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** The same for commands that write. Creates the data folder if there is none. */
  connectedOrNew<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
}

export type Action<Options> = (
  context: CommandContext,
  options: Options,
  ...args: string[]
) => Promise<ExitCode | undefined> | Promise<void>;

/** What all commands share. */
export interface Shell {
  readonly streams: Streams;
  /** `undefined` if the process keeps running and ends by itself. */
  exit(code: number | undefined): void;
  /** Sets the terminal that prints errors. */
  use(terminal: Terminal): void;
}

/** Sets a command's action, and adds the options that every command has. */
export function defineAction<Options extends object>(command: Command, shell: Shell, action: Action<Options>): Command {
  addCommonOptions(command);
  return command.action(async (...received: unknown[]) => {
    const options = command.opts<Options & Mode & WhereOptions>();
    const terminal = new Terminal(shell.streams, options);
    shell.use(terminal);
    const context: CommandContext = {
      terminal,
      streams: shell.streams,
      where: options,
      connected: (work) => connected(options, {}, terminal, work),
      connectedOrNew: (work) => connected(options, { creates: true }, terminal, work),
    };
    // Commander passes the arguments, then the options and the command.
    const args = received
      .slice(0, -2)
      .flat()
      .filter((arg) => arg !== undefined) as string[];
    shell.exit((await action(context, options, ...args)) ?? EXIT.ok);
  });
}

async function connected<T>(
  where: WhereOptions,
  options: ConnectOptions,
  terminal: Terminal,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  // Loading the AWS SDK takes a moment, so help and usage errors come first.
  const { connect } = await import('./connect/connect.ts');
  const connection = await connect(where, options, (text) => terminal.note(terminal.paintNote('dim', text)));
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

function addCommonOptions(command: Command): void {
  command
    .optionsGroup('Output:')
    .option('--json', 'print one JSON object, or JSON Lines for a stream')
    .option('-q, --quiet', 'print only errors on stderr')
    .optionsGroup('Where (default: the local cloud):')
    .option('--aws', 'use AWS with the default credentials')
    .option('--profile <name>', 'use AWS with this profile')
    .option('--region <region>', 'use AWS in this Region')
    .option('--stack <name>', 'use AWS and this stack (RollcallOrchestration-<stage>)')
    .option('--stage <stage>', 'the stage of the installation')
    .option(
      '--data <dir>',
      'data folder of the local cloud (default: the nearest .rollcall in this or a parent folder)',
    )
    .addOption(
      new Option('--assembly <dir>', 'cdk.out folder to load into the local cloud (repeatable)').argParser(
        (value: string, before: string[] | undefined) => [...(before ?? []), value],
      ),
    );
}
