import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Locked {
  readonly integrity?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
}

describe('the lock file', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };

  it('has the hash of every package, for every platform', () => {
    const without = Object.entries(packages).filter(
      ([path, { integrity, link, inBundle }]) => path.startsWith('node_modules/') && !integrity && !link && !inBundle,
    );
    expect(without.map(([path]) => path)).toEqual([]);
  });

  it('names no registry', () => {
    expect(
      Object.keys(packages).filter((path) => 'resolved' in (packages[path] ?? {}) && !packages[path]?.link),
    ).toEqual([]);
  });
});
