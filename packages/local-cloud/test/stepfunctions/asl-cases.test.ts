import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { StatesCloud } from './states-cloud.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../../..');
const cases = join(root, '../shared/asl-cases');

/** Nearly half of the JSONPath cases are one comparison of Choice each; `npm run soak` has them all. */
const COMPARISONS = ['boolean_equals', 'is_operators', 'numeric'].map((name) => `choice_operators.${name}.json`);

interface Summary {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly { readonly id: string; readonly problems: readonly string[] }[];
}

/** Replays the behaviour recorded on AWS against a local cloud. */
async function replay(set: string, check: 'history' | 'full', ids: readonly string[] = []): Promise<Summary> {
  const cloud = await StatesCloud.start();
  const folder = await mkdtemp(join(tmpdir(), 'local-cloud-asl-'));
  const summary = join(folder, 'summary.json');
  try {
    await new Promise<void>((resolve) => {
      const args = [
        join(cases, 'run.mjs'),
        `--set=${set}`,
        `--check=${check}`,
        `--summary=${summary}`,
        ...ids.map((id) => `--id=${id}`),
      ];
      const env = {
        ...process.env,
        NODE_MODULES_DIR: join(root, 'node_modules'),
        AWS_ENDPOINT_URL: cloud.cloud.endpoint,
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

const casesIn = (file: string): number => (JSON.parse(readFileSync(file, 'utf8')) as unknown[]).length;

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
    const files = readdirSync(join(cases, 'jsonpath'));
    const replayed = files.filter((name) => process.env.ROLLCALL_SOAK || !COMPARISONS.includes(name));
    const ids = replayed.map((name) => `/test_${name.split('.').at(-2)}.py`);
    const summary = await replay('jsonpath', 'history', ids);

    const all = files.reduce((sum, name) => sum + casesIn(join(cases, 'jsonpath', name)), 0);
    expect(summary.passed).toBeGreaterThan(0);
    expect(summary.failed / all, listed(summary)).toBeLessThanOrEqual(0.01);
  });
});
