import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import type { TestContext } from 'vitest';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Where no browser can be started, the test is skipped and says why. */
export async function startBrowser(test: TestContext, ...flags: string[]): Promise<Browser> {
  try {
    return await launchBrowser(...flags);
  } catch (error) {
    return test.skip(`No browser can be started here: ${String(error)}`);
  }
}

/** The Chromium that npm brings; where it does not run, the Chrome of the machine. It has a profile of its own. */
export async function launchBrowser(...flags: string[]): Promise<Browser> {
  const args = [...FLAGS, ...flags];
  if (process.platform !== 'linux' || process.arch !== 'x64') return chromium.launch({ channel: 'chrome', args });
  const folder = await unpacked();
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    args,
    // The libraries and fonts that come along, so that the machine need not have any.
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
    },
  });
}

const PACKAGE = fileURLToPath(new URL('../..', import.meta.resolve('@sparticuz/chromium')));
const UNPACK = `import chromium from '@sparticuz/chromium'; await chromium.executablePath();`;
/** The package's own has the paths of Lambda. Without any font Chromium crashes at the first word it draws. */
const FONTS = `<fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>`;

/**
 * The folder with the browser, unpacked once an installation. The package unpacks into TMPDIR and takes what is there,
 * even if another process is still writing it; so it gets a folder of its own, which is then moved into place.
 */
async function unpacked(): Promise<string> {
  const folder = join(PACKAGE, 'unpacked');
  if (existsSync(folder)) return folder;
  const fresh = await mkdtemp(join(PACKAGE, 'unpacking-'));
  try {
    // It brings the libraries only where it believes itself on Lambda.
    const env = { ...process.env, TMPDIR: fresh, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' };
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', UNPACK], { cwd: PACKAGE, env });
    await writeFile(join(fresh, 'fonts', 'fonts.conf'), FONTS);
    await rename(fresh, folder);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    // Another process was faster.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
