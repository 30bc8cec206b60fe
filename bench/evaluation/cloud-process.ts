/** A local cloud in a process of its own, which tells on request what it has used: processor time and memory. */
import { createLocalCloud } from 'local-cloud';

const [data = '', ...assemblies] = process.argv.slice(2);
const { endpoint } = await createLocalCloud({ data, port: 0, assemblies });
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  const { rss } = process.memoryUsage();
  const { maxRSS } = process.resourceUsage();
  process.send?.({ cpuMs: (user + system) / 1000, rssMb: rss / 1e6, mostMb: maxRSS / 1000 });
});
process.on('disconnect', () => process.exit(0));
process.send?.({ endpoint });
