import { join, resolve } from 'node:path';
import { fail, serve } from 'local-cloud/command-line';
import { parseArguments, USAGE } from './arguments.ts';
import { CLOUD_OPTIONS } from './cloud-options.ts';
import { tellOfWaysIn } from './development-api.ts';
import { holdsRollcall } from './holds-rollcall.ts';
import { localContext, synthesizeOnce } from './synthesize-once.ts';

async function main(): Promise<void> {
  const args = parseArguments(process.argv.slice(2));
  if (args.help) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  const app = { context: localContext(args.context) };
  const synthesizeOwn = () => synthesizeOnce(join(resolve(args.data), 'cdk.out'), app, () => {});
  await serve({
    arguments: args,
    name: 'Rollcall local cloud',
    synthesize: args.assemblies.some(holdsRollcall) ? undefined : synthesizeOwn,
    cloud: CLOUD_OPTIONS,
    tell: (cloud) => tellOfWaysIn(cloud, args.data),
    endWithParent: process.env.npm_lifecycle_event === 'dev',
  });
}

main().catch(fail);
