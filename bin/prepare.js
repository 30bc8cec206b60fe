// After `npm ci`: what `npm start` and the commands load is put together here, and not when somebody waits for them.
import { IS_INSTALLED } from '../lib/build-cache.js';
import { load, putTogether } from './load.js';

const LOADED = ['examples/quickstart/main.ts', 'bin/rollcall.ts', 'bin/app.ts', 'examples/quickstart/app.ts'];

try {
  if (!IS_INSTALLED) {
    await Promise.all(LOADED.map(putTogether));
    const { bundleFunctions } = await load('lib/bundle-functions.ts');
    bundleFunctions();
  }
} catch {
  // Whoever starts them will see what is wrong.
}
