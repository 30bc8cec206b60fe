import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../lib/build-cache.js';
import { bundleFunctions } from '../lib/bundle-functions.ts';
import { buildForPackage } from './load.js';

/**
 * What `npm pack` puts beside the sources, in `dist`: the command, the construct with its types, and the functions' bundles.
 * Who installs the package builds nothing. The local cloud is put in, since it is no package of its own on the registry.
 */
const DIST = join(PROJECT, 'dist');

rmSync(DIST, { recursive: true, force: true });
await buildForPackage(['bin/rollcall.ts', 'bin/app.ts', 'lib/rollcall.ts']);
cpSync(bundleFunctions(), join(DIST, 'functions'), { recursive: true });
execFileSync('npx', ['tsc', '-p', 'tsconfig.package.json'], { cwd: PROJECT, stdio: 'inherit' });
