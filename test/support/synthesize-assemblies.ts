import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ACCOUNT = 'us-east-1:000000000000';
const CONTEXT = {
  agentStateMachineArns: `arn:aws:states:${ACCOUNT}:stateMachine:*`,
  toolLambdaArns: `arn:aws:lambda:${ACCOUNT}:function:*`,
  endpointSecretArns: `arn:aws:secretsmanager:${ACCOUNT}:secret:*`,
  endpointSecrets: [
    { arn: `arn:aws:secretsmanager:${ACCOUNT}:secret:of-acme-*`, hosts: ['http://127.0.0.1:*'], tenants: ['acme'] },
  ],
  secretKeyArns: `arn:aws:kms:${ACCOUNT}:key/of-partner`,
  api: 'true',
  // Tests ask as fast as they can, all of them one API.
  apiRequestsPerSecond: '5000',
};

/** Cloud assemblies of the product, of the quickstart's targets and of targets that count their calls. */
export async function synthesizeAssemblies(
  given?: string,
): Promise<{ assemblies: string[]; remove: () => Promise<void> }> {
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'rollcall-assemblies-')));
  const apps = {
    product: 'bin/app.ts',
    quickstart: 'examples/quickstart/app.ts',
    counting: 'test/support/counting-targets.ts',
  };
  const assemblies = await Promise.all(
    Object.entries(apps).map(async ([name, app]) => {
      const outdir = join(folder, name);
      await synthesize(app, outdir);
      return outdir;
    }),
  );
  return { assemblies, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function synthesize(app: string, outdir: string): Promise<void> {
  const child = spawn(process.execPath, ['bin/load.js', app], {
    env: { ...process.env, CDK_VALIDATION: 'false', CDK_OUTDIR: outdir, CDK_CONTEXT_JSON: JSON.stringify(CONTEXT) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${app} could not be synthesized:\n${output}`);
}
