import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const FILES = readdirSync('web', { recursive: true, encoding: 'utf8' }).map((name) => join('web', name));
const textOf = (file: string): string => readFileSync(file, 'utf8');

describe('the console', () => {
  it('is made of components of at most 200 lines', () => {
    const long = FILES.filter((file) => file.endsWith('.tsx') && textOf(file).split('\n').length > 200);
    expect(long).toEqual([]);
  });

  it('has its colours in one file, which everything else names', () => {
    const colours = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(/i;
    const others = FILES.filter((file) => /\.(css|tsx)$/.test(file) && file !== join('web', 'styles', 'tokens.css'));
    expect(others.filter((file) => colours.test(textOf(file).replace(/href="#|href=\{`#|&#/g, '')))).toEqual([]);
  });
});
