import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { RollcallCloud } from '../../test/support/rollcall-cloud.ts';

/** A local cloud in a process of its own, so that what is measured beside it does not share its thread. */
export async function startCloud(folder: string, assemblies: readonly string[]): Promise<RollcallCloud> {
  const child = fork(join(import.meta.dirname, 'cloud-process.ts'), [join(folder, 'data'), ...assemblies], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ endpoint }] = (await once(child, 'message')) as [{ endpoint: string }];
  return RollcallCloud.at({ endpoint, close: async () => void child.disconnect() }, folder);
}
