import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { StatesCloud } from './states-cloud.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../../..');
const cases = join(root, '../shared/asl-cases');

interface Summary {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly { readonly id: string; readonly problems: readonly string[] }[];
}

/** Replays the behaviour recorded on AWS against a local cloud. */
async function replay(set: string, check: 'history' | 'full'): Promise<Summary> {
  const cloud = await StatesCloud.start();
  const folder = await mkdtemp(join(tmpdir(), 'local-cloud-asl-'));
  const summary = join(folder, 'summary.json');
  try {
    await new Promise<void>((resolve) => {
      const args = [join(cases, 'run.mjs'), `--set=${set}`, `--check=${check}`, `--summary=${summary}`];
      const env = {
        ...process.env,
        NODE_MODULES_DIR: join(root, 'node_modules'),
        AWS_ENDPOINT_URL: cloud.cloud.endpoint,
        AWS_ACCESS_KEY_ID: 'local',
        AWS_SECRET_ACCESS_KEY: 'local',
        AWS_SESSION_TOKEN: '',
      };
      // The harness ends with 1 when a case fails; the summary says how many.
      execFile(process.execPath, args, { env }, () => resolve());
    });
    return JSON.parse(await readFile(summary, 'utf8')) as Summary;
  } finally {
    await rm(folder, { recursive: true, force: true });
    await cloud.close();
  }
}

const listed = ({ failures }: Summary) =>
  failures.map(({ id, problems }) => `${id}: ${problems.join('; ')}`).join('\n');

describe('behaviour recorded on AWS', () => {
  const absent = !existsSync(join(cases, 'run.mjs'));
  const reason = 'there is no ../shared/asl-cases beside the project';

  it('is matched by all JSONata cases, causes included', { timeout: 180_000 }, async ({ skip }) => {
    skip(absent, reason);
    const summary = await replay('jsonata', 'full');

    expect(summary.passed).toBeGreaterThan(0);
    expect(summary.failed, listed(summary)).toBe(0);
  });

  it('is matched by 99% of the JSONPath cases, histories included', { timeout: 300_000 }, async ({ skip }) => {
    skip(absent, reason);
    skip(!process.env.ROLLCALL_SOAK, 'these 898 are for `npm run soak`');
    const summary = await replay('jsonpath', 'history');

    expect(summary.passed).toBeGreaterThan(0);
    expect(summary.failed / (summary.passed + summary.failed), listed(summary)).toBeLessThanOrEqual(0.01);
  });
});
