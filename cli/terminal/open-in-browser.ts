import { spawn } from 'node:child_process';

/** Where there is no browser nothing happens: the link is on the screen. */
export function openInBrowser(url: string): void {
  const [program, ...args] =
    process.platform === 'darwin' ? ['open'] : process.platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open'];
  const child = spawn(program ?? '', [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
