import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LocalCloud } from 'local-cloud';
import { rolesOf } from '../roles.ts';
import { judgeGrants, type RoleGrant } from './judge-grants.ts';

/** Judges what the clouds of `npm run grants` have left: every grant is used. */
const [folder = ''] = process.argv.slice(2);
/** `STACK-NAMERole1234ABCD-RANDOM` */
const OWN_ROLE = /\/Rollcall(?:Api|Orchestration|Storage|Traces)-(\w+)Role[0-9A-F]{8}-/;

const seen = readdirSync(folder).flatMap((name) => {
  const grants = JSON.parse(readFileSync(join(folder, name), 'utf8')) as ReturnType<LocalCloud['grants']>;
  return grants.flatMap(({ roleArn, ...grant }): RoleGrant[] => {
    const [, role] = OWN_ROLE.exec(roleArn) ?? [];
    return role ? [{ role, ...grant }] : [];
  });
});
// What is granted with settings that no run has is unused as well.
const known = new Set(seen.map(({ role, action }) => `${role} ${action}`));
for (const [role, statements] of [...rolesOf('glue'), ...rolesOf('s3tables')]) {
  for (const action of statements.flatMap(({ Action }) => Action)) {
    if (!known.has(`${role} ${action}`)) seen.push({ role, action, resource: 'in no run', isUsed: false });
  }
}
const { used, unused } = judgeGrants(seen);
const lines = [...unused.map((grant) => `Not used: ${grant}`), `${used} grants were used, ${unused.length} were not.`];
process.stdout.write(`${lines.join('\n')}\n`);
process.exitCode = unused.length > 0 ? 1 : 0;
