import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openInBrowser } from '../../../cli/terminal/open-in-browser.ts';

/** A machine whose only program is the one that opens browsers, and it does this. */
function machineWith(script?: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-opener-'));
  const file = join(folder, process.platform === 'darwin' ? 'open' : 'xdg-open');
  if (script) {
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
  }
  vi.stubEnv('PATH', folder);
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe.skipIf(process.platform === 'win32')('opening a browser', () => {
  it('is told from not finding one, or none that starts', async () => {
    machineWith();
    expect(await openInBrowser('http://127.0.0.1')).toBe(false);
    machineWith('exit 3');
    expect(await openInBrowser('http://127.0.0.1')).toBe(false);
    machineWith('exit 0');
    expect(await openInBrowser('http://127.0.0.1')).toBe(true);
  });
});
