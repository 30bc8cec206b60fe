import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
/** What is there only because this is a checkout. */
const NOT_INSTALLED = ['.bin', '.cache', 'local-cloud', 'rollcall'];

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-package-'));
  const packages = join(folder, 'node_modules');
  mkdirSync(packages);
  await run('npm', ['pack', '--pack-destination', folder]);
  const [archive = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  await run('tar', ['-xzf', archive], { cwd: folder });
  renameSync(join(folder, 'package'), join(packages, 'rollcall'));
  // Its dependencies, as npm would bring them from the registry.
  for (const name of readdirSync('node_modules')) {
    if (!NOT_INSTALLED.includes(name)) symlinkSync(resolve('node_modules', name), join(packages, name));
  }
  writeFileSync(join(folder, 'package.json'), '{}');
}, 240_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const COMMAND = join('node_modules', 'rollcall', 'bin', 'rollcall.js');

describe('the package that npm pack makes, in a folder with nothing else', () => {
  it('has all that it runs from, and no tests', () => {
    const paths = readdirSync(join(folder, 'node_modules', 'rollcall'), { recursive: true, encoding: 'utf8' });
    expect(paths).toEqual(expect.arrayContaining(['bin/rollcall.js', 'bin/app.ts', 'dev/main.ts', 'cdk.json']));
    expect(paths.filter((path) => /^test(\/|$)/.test(path))).toEqual([]);
  });

  it('has the command', async () => {
    const { stdout } = await run(process.execPath, [COMMAND, '--version'], { cwd: folder });
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('has the construct, for apps of either kind of module, with its types', async () => {
    const app = `import { App } from 'aws-cdk-lib';
      import { Rollcall, type RollcallProps } from 'rollcall/cdk';
      const props: RollcallProps = { agents: ['arn:aws:states:us-east-1:000000000000:stateMachine:mine'], api: true };
      const app = new App({ outdir: 'cdk.out' });
      console.log(new Rollcall(app, 'Rollcall', props).resultsTable.table satisfies string);
      // @ts-expect-error There is no such property.
      export const wrong: RollcallProps = { agent: 'mine' };
      app.synth();`;
    for (const name of ['app.cts', 'app.mts']) writeFileSync(join(folder, name), app);
    const options = ['--module', 'nodenext', '--target', 'es2022', '--strict', '--skipLibCheck', '--types', ''];
    await run(resolve('node_modules/.bin/tsc'), [...options, 'app.cts', 'app.mts'], { cwd: folder });
    for (const name of ['app.cjs', 'app.mjs']) {
      const { stdout } = await run(process.execPath, [name], { cwd: folder });
      expect(stdout).toBe('evaluation_results_evaluations\n');
    }
    expect(readdirSync(join(folder, 'cdk.out'))).toContain('RollcallApi.template.json');
  });

  it('has the local cloud', async () => {
    const cloud = spawn(process.execPath, [COMMAND, 'dev', '--port', '0', '--data', 'data'], { cwd: folder });
    try {
      let said = '';
      cloud.stderr.on('data', (chunk) => (said += chunk));
      const ended = once(cloud, 'exit').then(([code]) => Promise.reject(new Error(`It ended with ${code}: ${said}`)));
      const [line] = await Promise.race([once(cloud.stdout, 'data'), ended]);
      ended.catch(() => {});
      expect(String(line)).toMatch(/ready at http:\/\/127\.0\.0\.1:\d+/);
      expect(readdirSync(join(folder, 'data'))).toContain('endpoint.json');
    } finally {
      if (cloud.exitCode === null && cloud.kill()) await once(cloud, 'exit');
    }
  });
});
