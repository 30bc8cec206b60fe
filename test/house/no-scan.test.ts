import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isAllowedBy } from 'local-cloud/iam';
import { describe, expect, it } from 'vitest';
import { rolesOf } from '../lib/roles.ts';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((name) => /\.(ts|tsx|js|mjs|yaml|yml|json|md)$/.test(name))
  .filter((name) => !name.startsWith('packages/local-cloud/') && name !== 'test/house/no-scan.test.ts');

describe('a table that grows with use', () => {
  it('is never scanned: no code, state machine or documented policy has a Scan', () => {
    expect(files.length).toBeGreaterThan(1_000);
    const scanning = files.filter((name) => /\b(ScanCommand|paginateScan|dynamodb:Scan)\b/.test(textOf(name)));
    expect(scanning).toEqual([]);
  });

  it('can be scanned by no role', () => {
    for (const tables of ['glue', 's3tables'] as const) {
      const able = [...rolesOf(tables)].filter(([, statements]) =>
        statements.some(({ Resource, ...rest }) =>
          Resource.some((resource) =>
            isAllowedBy([{ Version: '2012-10-17', Statement: [{ ...rest, Resource }] }], 'dynamodb:Scan', resource),
          ),
        ),
      );
      expect(able.map(([role]) => role)).toEqual([]);
    }
  });
});

function textOf(name: string): string {
  try {
    return readFileSync(name, 'utf8');
  } catch {
    // Deleted, and not committed yet.
    return '';
  }
}
