import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDataDirectory } from '../src/data-directory.ts';

let path: string;

beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'local-cloud-data-')), 'data');
});

afterEach(() => rmSync(join(path, '..'), { recursive: true, force: true }));

describe('the data folder', () => {
  it('is made when it is not there, and says where the local cloud listens until it ends', () => {
    const data = openDataDirectory(path);
    data.announce('http://127.0.0.1:1', 'us-east-1');
    const announced = JSON.parse(readFileSync(join(path, 'endpoint.json'), 'utf8'));
    expect(announced).toEqual({ endpoint: 'http://127.0.0.1:1', pid: process.pid, region: 'us-east-1' });
    data.release();
    expect(existsSync(join(path, 'endpoint.json'))).toBe(false);
  });

  it('is nothing that git would take up', () => {
    openDataDirectory(path).release();
    expect(readFileSync(join(path, '.gitignore'), 'utf8')).toBe('*\n');
  });

  it('has one owner at a time', () => {
    const data = openDataDirectory(path);
    expect(() => openDataDirectory(path)).toThrow(`in use by another local cloud (process ${process.pid})`);
    data.release();
    openDataDirectory(path).release();
  });

  it('is taken over from a process that is gone', () => {
    openDataDirectory(path).release();
    writeFileSync(join(path, 'lock.json'), JSON.stringify({ pid: 2 ** 22 - 1 }));
    openDataDirectory(path).release();
  });

  it('is taken over when another process has been given the old one’s number', () => {
    openDataDirectory(path).release();
    writeFileSync(join(path, 'lock.json'), JSON.stringify({ pid: process.pid, startedAt: '1' }));
    if (existsSync('/proc/self/stat')) openDataDirectory(path).release();
  });

  it.each([true, false])('is not a folder with other things in it (fresh: %s)', (fresh) => {
    mkdirSync(path);
    writeFileSync(join(path, 'thesis.txt'), 'years of work');
    expect(() => openDataDirectory(path, { fresh })).toThrow('thesis.txt');
    expect(readFileSync(join(path, 'thesis.txt'), 'utf8')).toBe('years of work');
  });

  it('may have a marker of another name, if that name is given', () => {
    mkdirSync(path);
    writeFileSync(join(path, 'older-name.json'), '{}');
    writeFileSync(join(path, 'state.json'), '{}');
    expect(() => openDataDirectory(path)).toThrow('not a data folder');
    openDataDirectory(path, { formerMarkers: ['older-name.json'] }).release();
    openDataDirectory(path).release();
    expect(existsSync(join(path, 'state.json'))).toBe(true);
  });

  it('loses its state, and only when asked to', () => {
    openDataDirectory(path).release();
    mkdirSync(join(path, 's3'));
    openDataDirectory(path).release();
    expect(existsSync(join(path, 's3'))).toBe(true);
    openDataDirectory(path, { fresh: true }).release();
    expect(existsSync(join(path, 's3'))).toBe(false);
  });
});
