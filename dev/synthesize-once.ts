import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { synthesize } from './synthesize.ts';

const PROJECT = join(import.meta.dirname, '..');
/** What the assembly is made from. */
const SOURCES = [
  'bin',
  'client',
  'contracts',
  'core',
  'functions',
  'lib',
  'statemachines',
  'web',
  'cdk.json',
  'package.json',
];
const FINGERPRINT = 'rollcall-sources';

/** Everything in the local account is the user's own, so every agent, tool and secret there may be a target. */
export const LOCAL_CONTEXT = {
  agentStateMachineArns: 'arn:aws:states:*:000000000000:stateMachine:*',
  toolLambdaArns: 'arn:aws:lambda:*:000000000000:function:*',
  endpointSecretArns: 'arn:aws:secretsmanager:*:000000000000:secret:*',
  api: 'true',
};

/** Rollcall's own assembly in `outdir`, made again only when its sources have changed. */
export async function synthesizeOnce(outdir: string, note: (text: string) => void): Promise<string> {
  const print = fingerprint();
  const file = join(outdir, FINGERPRINT);
  if (existsSync(file) && readFileSync(file, 'utf8') === print) return outdir;
  note('Synthesizing the stacks …');
  await synthesize(outdir, LOCAL_CONTEXT);
  writeFileSync(file, print);
  return outdir;
}

function fingerprint(): string {
  const hash = createHash('sha256').update(JSON.stringify(LOCAL_CONTEXT));
  for (const source of SOURCES) addFiles(join(PROJECT, source), hash);
  return hash.digest('hex');
}

function addFiles(path: string, hash: ReturnType<typeof createHash>): void {
  const { mtimeMs, size } = statSync(path);
  if (!statSync(path).isDirectory()) {
    hash.update(`${path} ${size} ${mtimeMs}\n`);
    return;
  }
  for (const name of readdirSync(path).sort()) addFiles(join(path, name), hash);
}
