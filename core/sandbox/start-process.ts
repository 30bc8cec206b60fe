import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAPPING_LIMITS } from '../mapping/limits.ts';

/** Schemas are compiled to code, so theirs is the one that may make code of text. */
export type SandboxKind = 'expressions' | 'schemas';
export type SandboxProcess = ChildProcessByStdio<Socket, Socket, null>;

const LIMITS = [`--max-old-space-size=${MAPPING_LIMITS.processMegabytes}`, '--disable-proto=delete', '--no-warnings'];
const NO_CODE_FROM_TEXT = '--disallow-code-generation-from-strings';

/** It is given no environment: credentials have no business there. Where libraries lie, Node may have to be told. */
const { LD_LIBRARY_PATH } = process.env;
const ENVIRONMENT = LD_LIBRARY_PATH === undefined ? {} : { LD_LIBRARY_PATH };

export function startProcess(kind: SandboxKind): SandboxProcess {
  const flags = [...LIMITS, ...(kind === 'expressions' ? [NO_CODE_FROM_TEXT] : []), ...programOf(kind)];
  const options = { env: ENVIRONMENT, stdio: ['pipe', 'pipe', 'ignore'] as ['pipe', 'pipe', 'ignore'] };
  return spawn(process.execPath, flags, options) as unknown as SandboxProcess;
}

/** Its name before Node 22.13. */
const PERMISSION = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

/** Nothing can be read but the program. The thread that watches over the first one needs the other permission. */
function programOf(kind: SandboxKind): string[] {
  const file = realpathSync(import.meta.url.endsWith('.ts') ? bundled(kind) : join(import.meta.dirname, `${kind}.cjs`));
  return [PERMISSION, `--allow-fs-read=${file}`, '--allow-worker', file];
}

let folder: string | undefined;

/** Beside a function's bundle lie those of its processes. Where there is none it is TypeScript, and put together here. */
function bundled(kind: SandboxKind): string {
  folder ??= mkdtempSync(join(tmpdir(), 'rollcall-sandbox-'));
  const outfile = join(folder, `${kind}.cjs`);
  if (existsSync(outfile)) return outfile;
  const { buildSync } = createRequire(import.meta.url)('esbuild') as typeof import('esbuild');
  const entry = join(import.meta.dirname, `${kind}.ts`);
  buildSync({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'cjs', logLevel: 'error' });
  const made = folder;
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  return outfile;
}
