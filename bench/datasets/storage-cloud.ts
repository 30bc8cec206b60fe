/** The storage stack on a local cloud of its own process. Says where it is on standard output, and ends with its parent. */
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { createLocalCloud } from 'local-cloud';
import { readSettings } from '../../lib/settings.ts';
import { StorageStack } from '../../lib/stacks/storage-stack.ts';

const [folder = ''] = process.argv.slice(2);
const outdir = join(folder, 'assembly');
const app = new App({ outdir });
new StorageStack(app, 'RollcallStorage', { settings: readSettings(app.node) });
app.synth();
const cloud = await createLocalCloud({ data: join(folder, 'data'), port: 0, assemblies: [outdir] });
process.stdout.write(`${cloud.endpoint}\n`);
/** Asked for anything, it says how much CPU time it has used. */
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.((user + system) / 1000);
});
process.on('disconnect', async () => {
  await cloud.close();
  process.exit(0);
});
