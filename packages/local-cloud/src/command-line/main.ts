import { DEFAULT_PORT, parseArguments } from './arguments.ts';
import { fail } from './fail.ts';
import { serve } from './serve.ts';

const DEFAULT_DATA = '.local-cloud';

const USAGE = `Usage: local-cloud [--assembly DIR …] [--port ${DEFAULT_PORT}] [--data ${DEFAULT_DATA}] [--latency FILE] [--lambda-concurrency N] [--fresh] [--repair] [--json] [--verbose]

  --assembly DIR    cloud assembly (cdk.out) to load; repeatable
  --port N          port on 127.0.0.1; 0 takes a free one
  --data DIR        folder that keeps all state
  --latency FILE    take as long as AWS does, by the model in FILE
  --lambda-concurrency N
                    invocations of all functions at once (default 1000; a new account has 10)
  --fresh           forget the state in the data folder first
  --repair          set aside what is damaged in the data folder, make anew what
                    stacks have lost, and go on with the rest
  --json            say where it listens as one JSON object
  --verbose         say which resources and properties have no effect here`;

async function main(): Promise<void> {
  const args = parseArguments(process.argv.slice(2), { data: DEFAULT_DATA });
  if (args.help) process.stdout.write(`${USAGE}\n`);
  else {
    const endWithParent = process.env.npm_lifecycle_event !== undefined;
    await serve({ arguments: args, name: 'Local cloud', endWithParent });
  }
}

main().catch(fail);
