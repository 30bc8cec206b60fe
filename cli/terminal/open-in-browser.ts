import { spawn } from 'node:child_process';

/** Some launchers run as long as the browser. */
const LONGEST_WAIT_MS = 3_000;

/** Returns whether a browser was opened. */
export function openInBrowser(url: string): Promise<boolean> {
  const [program, ...args] =
    process.platform === 'darwin' ? ['open'] : process.platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open'];
  return new Promise((resolve) => {
    const child = spawn(program ?? '', [...args, url], { stdio: 'ignore', detached: true });
    const timer = setTimeout(() => resolve(true), LONGEST_WAIT_MS);
    const settle = (opened: boolean) => {
      clearTimeout(timer);
      resolve(opened);
    };
    child.on('error', () => settle(false));
    child.on('exit', (code) => settle(code === 0));
    child.unref();
  });
}
