import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LocalCloud } from 'local-cloud';
import { rolesOf } from '../roles.ts';
import { judgeGrants, type RoleGrant } from './judge-grants.ts';
import { UNTESTED_GRANTS } from './untested-grants.ts';

/** Judges what the clouds of `npm run grants` have left: each grant is used, or on the list of those no test can use. */
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
const { used, listed, unused, needless } = judgeGrants(seen, UNTESTED_GRANTS);
const lines = [
  ...unused.map((grant) => `Neither used nor listed: ${grant}`),
  ...needless.map(
    ({ roles = ['every role'], actions }) => `Listed for nothing: ${roles.join(', ')} ${actions.join(', ')}`,
  ),
  `${used} grants were used, ${listed} are listed in test/lib/grants/untested-grants.ts, ${unused.length} are neither.`,
];
process.stdout.write(`${lines.join('\n')}\n`);
process.exitCode = unused.length + needless.length > 0 ? 1 : 0;
