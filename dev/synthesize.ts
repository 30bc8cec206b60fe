import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { AssemblyError } from 'local-cloud/errors';

const PROJECT = join(import.meta.dirname, '..');

/** The last lines of a failed synthesis say why it failed. */
const LINES_SHOWN = 20;

/** Runs our own CDK app, or another of this project, as `cdk synth` would, into `outdir`. */
export async function synthesize(
  outdir: string,
  context: Readonly<Record<string, string>>,
  path = join('bin', 'app.ts'),
): Promise<string> {
  rmSync(outdir, { recursive: true, force: true });
  const app = spawn(process.execPath, [join('bin', 'load.js'), path], {
    cwd: PROJECT,
    env: {
      ...process.env,
      CDK_OUTDIR: outdir,
      // CDK's own check of the templates takes longer than all else; `cdk deploy` makes it, and loading refuses on its own.
      CDK_VALIDATION: 'false',
      CDK_CONTEXT_JSON: JSON.stringify({ ...projectContext(), ...context }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  for (const stream of [app.stdout, app.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    app.once('error', reject);
    app.once('close', resolve);
  });
  if (code !== 0) {
    const lines = said.join('').trimEnd().split('\n').slice(-LINES_SHOWN).join('\n');
    throw new AssemblyError(`${path} could not be synthesized (exit code ${code}):\n${lines}`);
  }
  return outdir;
}

/** The `cdk` command passes the context of cdk.json on; so do we. */
function projectContext(): Record<string, unknown> {
  const file = join(PROJECT, 'cdk.json');
  if (!existsSync(file)) return {};
  return (JSON.parse(readFileSync(file, 'utf8')) as { context?: Record<string, unknown> }).context ?? {};
}
