import { once } from 'node:events';
import { createLocalCloud } from 'local-cloud';
import { TEST_QUOTAS } from './quotas.ts';

/** A local cloud in a process of its own, to be killed. It opens the data folder only when it is told to. */
const [dataDir = '', ...assemblies] = process.argv.slice(2);
process.on('disconnect', () => process.exit(0));
process.send?.('loaded');
await once(process, 'message');
const { endpoint } = await createLocalCloud({ data: dataDir, port: 0, assemblies, quotas: TEST_QUOTAS });
process.send?.({ endpoint });
