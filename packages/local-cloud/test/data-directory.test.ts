import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openDataDirectory } from '../src/data-directory.ts';

let path: string;

beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'local-cloud-data-')), 'data');
});

afterEach(() => rmSync(join(path, '..'), { recursive: true, force: true }));

describe('the data folder', () => {
  it('is made when it is not there, and says where the local cloud listens until it ends', async () => {
    const data = await openDataDirectory(path);
    data.announce('http://127.0.0.1:1', 'us-east-1');
    const announced = JSON.parse(readFileSync(join(path, 'endpoint.json'), 'utf8'));
    expect(announced).toEqual({ endpoint: 'http://127.0.0.1:1', pid: process.pid, region: 'us-east-1' });
    data.release();
    expect(existsSync(join(path, 'endpoint.json'))).toBe(false);
  });

  it('is nothing that git would take up', async () => {
    (await openDataDirectory(path)).release();
    expect(readFileSync(join(path, '.gitignore'), 'utf8')).toBe('*\n');
  });

  it('has one owner at a time', async () => {
    const data = await openDataDirectory(path);
    await expect(openDataDirectory(path)).rejects.toThrow(`in use by another local cloud (process ${process.pid})`);
    data.release();
    (await openDataDirectory(path)).release();
  });

  it('is taken over from a process that is gone', async () => {
    (await openDataDirectory(path)).release();
    writeFileSync(join(path, 'lock.json'), JSON.stringify({ pid: 2 ** 22 - 1 }));
    (await openDataDirectory(path)).release();
  });

  it('is taken over when another process has been given the old one’s number', async () => {
    (await openDataDirectory(path)).release();
    writeFileSync(join(path, 'lock.json'), JSON.stringify({ pid: process.pid, startedAt: '1' }));
    if (existsSync('/proc/self/stat')) (await openDataDirectory(path)).release();
  });

  it.each([true, false])('is not a folder with other things in it (fresh: %s)', async (fresh) => {
    mkdirSync(path);
    writeFileSync(join(path, 'thesis.txt'), 'years of work');
    await expect(openDataDirectory(path, { fresh })).rejects.toThrow('thesis.txt');
    expect(readFileSync(join(path, 'thesis.txt'), 'utf8')).toBe('years of work');
  });

  it('loses its state, and only when asked to', async () => {
    (await openDataDirectory(path)).release();
    mkdirSync(join(path, 's3'));
    (await openDataDirectory(path)).release();
    expect(existsSync(join(path, 's3'))).toBe(true);
    (await openDataDirectory(path, { fresh: true })).release();
    expect(existsSync(join(path, 's3'))).toBe(false);
  });

  it.skipIf(process.platform !== 'linux')('is taken over from a zombie at once', async () => {
    (await openDataDirectory(path)).release();
    // The shell becomes a program that never asks how its child has ended.
    const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
    onTestFinished(() => void parent.kill());
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(line.toString());
    await vi.waitFor(() => expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z '));
    writeFileSync(join(path, 'lock.json'), JSON.stringify({ pid }));
    const before = performance.now();
    (await openDataDirectory(path)).release();
    expect(performance.now() - before).toBeLessThan(1000);
  });

  it('waits for a process that is about to end', async () => {
    (await openDataDirectory(path)).release();
    const dying = spawn('sleep', ['60']);
    writeFileSync(join(path, 'lock.json'), JSON.stringify({ pid: dying.pid }));
    const opened = openDataDirectory(path);
    await Promise.race([opened, new Promise((resolve) => setTimeout(resolve, 300))]);
    expect(JSON.parse(readFileSync(join(path, 'lock.json'), 'utf8'))).toEqual({ pid: dying.pid });
    dying.kill('SIGKILL');
    (await opened).release();
  });

  it('tells when it is moved away', async () => {
    const data = await openDataDirectory(path);
    const lost = new Promise<Error>((resolve) => data.onLost(resolve));
    renameSync(path, `${path}-elsewhere`);
    expect((await lost).message).toContain('was moved or deleted');
    data.release();
  });
});
