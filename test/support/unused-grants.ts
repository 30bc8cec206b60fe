import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LocalCloud } from 'local-cloud';

/** Prints the grants that no role has asked for in any of the clouds of `npm run grants`. */
const [folder = ''] = process.argv.slice(2);
const used = new Map<string, boolean>();
for (const name of readdirSync(folder)) {
  const grants = JSON.parse(readFileSync(join(folder, name), 'utf8')) as ReturnType<LocalCloud['grants']>;
  for (const { roleArn, action, resource, isUsed } of grants) {
    const key = `${roleArn.split('/').at(-1)} ${action} ${resource}`;
    used.set(key, isUsed || used.get(key) === true);
  }
}
const unused = [...used].filter(([, isUsed]) => !isUsed).map(([key]) => key);
process.stdout.write(`${unused.sort().join('\n')}\n${used.size - unused.length} of ${used.size} grants were used\n`);
