import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { RollcallCloud } from '../../test/support/rollcall-cloud.ts';

interface CloudProcess {
  readonly rollcall: RollcallCloud;
  /** Processor time it has taken so far, of the functions too. */
  cpuMs(): Promise<number>;
}

/** A local cloud in a process of its own, so that what is measured beside it does not share its thread. */
export async function startCloudProcess(folder: string, assemblies: readonly string[]): Promise<CloudProcess> {
  const child = fork(join(import.meta.dirname, 'cloud-process.ts'), [join(folder, 'data'), ...assemblies], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ endpoint }] = (await once(child, 'message')) as [{ endpoint: string }];
  return {
    rollcall: await RollcallCloud.at({ endpoint, close: async () => void child.disconnect() }, folder),
    async cpuMs() {
      child.send('usage');
      const [{ cpuMs }] = (await once(child, 'message')) as [{ cpuMs: number }];
      return cpuMs;
    },
  };
}

export const startCloud = async (folder: string, assemblies: readonly string[]): Promise<RollcallCloud> =>
  (await startCloudProcess(folder, assemblies)).rollcall;
