import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { synthesize } from './synthesize.ts';

const PROJECT = join(import.meta.dirname, '..');
/** What Rollcall's own assembly is made from, and what says how its imports are resolved. */
const OWN_SOURCES = [
  ...['bin', 'client', 'contracts', 'core', 'domain', 'functions', 'lib', 'statemachines', 'web'],
  ...['cdk.json', 'package.json', 'package-lock.json', 'tsconfig.json'],
];
const FINGERPRINT = 'rollcall-sources';

/** Everything in the local account is the user's own, so every agent, tool and secret there may be a target. */
const LOCAL_CONTEXT = {
  agentStateMachineArns: 'arn:aws:states:*:000000000000:stateMachine:*',
  toolLambdaArns: 'arn:aws:lambda:*:000000000000:function:*',
  endpointSecrets: JSON.stringify([{ arn: 'arn:aws:secretsmanager:*:000000000000:secret:*', hosts: ['*'] }]),
  api: 'true',
  // What a laptop's owner runs on it is theirs to call.
  allowLoopback: 'true',
  // cdk-nag's checks are for what is deployed to AWS, and take a second.
  checks: 'false',
};

/** With what was asked for: who names secrets, in whichever way, has only those. */
export function localContext(given: Readonly<Record<string, string>> = {}): Record<string, string> {
  const { endpointSecrets, ...others } = LOCAL_CONTEXT;
  return { ...others, ...(!('endpointSecretArns' in given) && { endpointSecrets }), ...given };
}

export interface CdkApp {
  readonly context: Readonly<Record<string, string>>;
  /** Our own, unless given. */
  readonly path?: string;
  /** Files and folders of the project that its assembly is made from, besides Rollcall's own. */
  readonly sources?: readonly string[];
}

/** The app's assembly in `outdir`, made again only when the content of its sources, or its context, has changed. */
export async function synthesizeOnce(outdir: string, app: CdkApp, note: (text: string) => void): Promise<string> {
  const print = fingerprint(app);
  const file = join(outdir, FINGERPRINT);
  if (existsSync(file) && readFileSync(file, 'utf8') === print) return outdir;
  note('Synthesizing the stacks …');
  await synthesize(outdir, app.context, app.path);
  // Unless something was edited meanwhile: then nobody knows what went into it.
  if (fingerprint(app) === print) writeFileSync(file, print);
  return outdir;
}

function fingerprint({ context, path, sources = [] }: CdkApp): string {
  const hash = createHash('sha256').update(JSON.stringify([context, path, process.version]));
  for (const source of [...OWN_SOURCES, ...sources]) addFiles(source, hash);
  return hash.digest('hex');
}

function addFiles(path: string, hash: ReturnType<typeof createHash>): void {
  const full = join(PROJECT, path);
  const found = statSync(full, { throwIfNoEntry: false });
  if (found?.isDirectory()) {
    for (const name of readdirSync(full).sort()) addFiles(join(path, name), hash);
  } else if (found) {
    hash.update(`\0${path}\0`).update(readFileSync(full));
  }
}
