import type { Command } from 'commander';
import type { InstallationCheck } from '../../client/connect/check-installation.ts';
import { type CommandContext, defineAction, type Shell } from '../command.ts';
import { exampleFile } from '../example-file.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { explain } from '../explain-error.ts';

const OLDEST_NODE = [20, 19] as const;

/** Checks everything a run needs, and suggests a fix for each failed check. */
export function doctorCommand(program: Command, shell: Shell): void {
  const command = program.command('doctor');
  defineAction(command, shell, async (context) => {
    const checks = [nodeVersion(), ...(await remoteChecks(context))];
    const { terminal } = context;
    const ok = checks.every((check) => check.ok);
    terminal.object({ ok, checks });
    for (const { name, ok: fine, detail, next } of checks) {
      terminal.line(`${fine ? terminal.paint('green', '✔') : terminal.paint('red', '✘')} ${name.padEnd(14)} ${detail}`);
      if (next) terminal.line(`  ${terminal.paint('yellow', '→')} ${next}`);
    }
    terminal.line(
      ok
        ? `\nAll checks passed. Next: rollcall run eval.yaml (example: ${exampleFile()})`
        : '\nSome checks failed. Follow the suggestions above.',
    );
    const code: ExitCode = ok ? EXIT.ok : EXIT.incomplete;
    return code;
  });
}

interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly next?: string;
}

function nodeVersion(): Check {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const ok = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
  const next = ok ? undefined : `Install Node.js ${OLDEST_NODE.join('.')} or newer.`;
  return { name: 'Node.js', ok, detail: process.versions.node, next };
}

/** Without a connection, its error is the only result. */
async function remoteChecks({ connectedOrNew }: CommandContext): Promise<Check[]> {
  try {
    const { checkInstallation } = await import('../../client/connect/check-installation.ts');
    return await connectedOrNew(async (connection) => [
      { name: 'connection', ok: true, detail: connection.label },
      ...(await checkInstallation(connection)).map(explained),
    ]);
  } catch (error) {
    const { message, hint } = explain(error);
    return [{ name: 'connection', ok: false, detail: message, next: hint }];
  }
}

function explained({ name, ok, detail = '', error }: InstallationCheck): Check {
  if (ok) return { name, ok, detail };
  const { message, hint = 'Deploy the stacks again: npx cdk deploy --all' } = explain(error);
  return { name, ok, detail: message, next: hint };
}
