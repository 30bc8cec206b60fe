import { main } from '../cli/main.ts';

const code = await main(process.argv.slice(2));
if (code !== undefined) {
  process.exitCode = code;
  // Sockets kept open for reuse do not keep the command from ending.
  setTimeout(() => process.exit(), 250).unref();
}
