import { type Command, Option } from 'commander';
import type { Connection, ConnectOptions, WhereOptions } from './connect/connect.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { type Mode, type Streams, Terminal } from './terminal/terminal.ts';

export interface CommandContext {
  readonly terminal: Terminal;
  readonly streams: Streams;
  readonly where: WhereOptions;
  /** Connects, works, and closes what was opened, whatever happens. */
  connected<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** The same for commands that write: where there is no data folder, it makes one. */
  connectedOrNew<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
}

export type Action<Options> = (
  context: CommandContext,
  options: Options,
  ...args: string[]
) => Promise<ExitCode | undefined> | Promise<void>;

/** What all commands share: the streams they speak on, and where their exit code goes. */
export interface Shell {
  readonly streams: Streams;
  /** `undefined`: something goes on in this process and ends it itself. */
  exit(code: number | undefined): void;
  /** The terminal of the command that runs, for errors after it. */
  use(terminal: Terminal): void;
}

/** Makes a command do `action`, and gives it the options every command has. */
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
    // Commander hands over the arguments, then the options and the command itself.
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
  // The AWS SDK takes a moment to load; `--help` and mistakes do not wait for it.
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
    .option('--json', 'one JSON object on stdout, or JSON Lines for a stream')
    .option('-q, --quiet', 'nothing on stderr but errors')
    .optionsGroup('Where (the local cloud, unless AWS is named):')
    .option('--aws', 'act on AWS, with the default credentials')
    .option('--profile <name>', 'act on AWS, with this profile')
    .option('--region <region>', 'act on AWS, in this region')
    .option('--stack <name>', 'act on AWS, on this stack (RollcallOrchestration-<stage>)')
    .option('--stage <stage>', 'the stage Rollcall was deployed as')
    .option('--data <dir>', 'data folder of the local cloud (default: the nearest .rollcall, here or above)')
    .addOption(
      new Option('--assembly <dir>', 'cdk.out folder to load into the local cloud (repeatable)').argParser(
        (value: string, before: string[] | undefined) => [...(before ?? []), value],
      ),
    );
}
