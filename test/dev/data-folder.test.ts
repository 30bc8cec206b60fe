import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dataFolder } from '../../dev/data-folder.ts';
import { rollcall } from '../support/command-line.ts';

const PROJECT = process.cwd();
let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'rollcall-data-folder-')));
  mkdirSync(join(root, 'app', 'src', 'deep'), { recursive: true });
});
afterEach(() => {
  process.chdir(PROJECT);
  rmSync(root, { recursive: true, force: true });
});

describe('the data folder', () => {
  it('is the nearest .rollcall, here or above', () => {
    mkdirSync(join(root, '.rollcall'));
    expect(dataFolder(join(root, 'app', 'src', 'deep'))).toBe('../../../.rollcall');
    mkdirSync(join(root, 'app', '.rollcall'));
    expect(dataFolder(join(root, 'app', 'src', 'deep'))).toBe('../../.rollcall');
    expect(dataFolder(join(root, 'app'))).toBe('.rollcall');
  });

  it('is a new one here when there is none, and a file of that name is none', () => {
    writeFileSync(join(root, '.rollcall'), '');
    expect(dataFolder(join(root, 'app'))).toBe('.rollcall');
  });

  it.each([['runs'], ['status', 'x'], ['dataset', 'list'], ['cancel', 'x']])(
    'is not made by a command that needs what is in it: %s',
    async (...words) => {
      process.chdir(join(root, 'app'));
      const { code, stderr } = await rollcall(...words);
      expect(code).toBe(2);
      expect(stderr).toContain('Found no .rollcall in this or a parent folder.');
      expect(stderr).toContain('Create one with rollcall run or rollcall dev');
      expect(dataFolder()).toBe('.rollcall');
    },
  );

  it('that is named and is not there is told', async () => {
    const { code, stderr } = await rollcall('runs', '--data', join(root, 'none'));
    expect({ code, told: stderr.includes(`The folder ${join(root, 'none')} does not exist`) }).toEqual({
      code: 2,
      told: true,
    });
  });
});
