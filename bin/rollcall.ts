import { main } from '../cli/main.ts';

// Who reads the output may stop reading (`rollcall results ID | head`): that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

const code = await main(process.argv.slice(2));
if (code !== undefined) {
  process.exitCode = code;
  // Sockets kept open for reuse do not keep the command from ending.
  setTimeout(() => process.exit(), 250).unref();
}
