import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Locked {
  readonly integrity?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
  readonly optional?: boolean;
}

/** Binaries for other platforms, whose hashes the registry did not tell. It may only become smaller. */
const MOST_WITHOUT = 27;

describe('the lock file', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
  const without = Object.entries(packages).filter(
    ([path, { integrity, link, inBundle }]) => path.startsWith('node_modules/') && !integrity && !link && !inBundle,
  );

  it('has the hash of every package but some optional binaries', () => {
    expect(without.filter(([, { optional }]) => !optional).map(([path]) => path)).toEqual([]);
    expect(without.length).toBeLessThanOrEqual(MOST_WITHOUT);
  });

  it('names no registry', () => {
    expect(
      Object.keys(packages).filter((path) => 'resolved' in (packages[path] ?? {}) && !packages[path]?.link),
    ).toEqual([]);
  });
});
