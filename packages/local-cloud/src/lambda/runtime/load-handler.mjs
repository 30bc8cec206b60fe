import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runtimeError } from './errors.mjs';
import { requireCompiled } from './require-compiled.mjs';

/**
 * Finds `file.function` in the task root in the order of AWS's runtime: `file`, `file.js`, `file.mjs`, `file.cjs`.
 *
 * @returns the handler, and for CommonJS `compiled`, which gives what the next thread can be given as `cachedData`
 */
export async function loadHandler({ taskRoot, handler: handlerName, runtime, cachedData }) {
  if (handlerName.includes('..')) {
    throw runtimeError(
      'Runtime.MalformedHandlerName',
      `'${handlerName}' is not a valid handler name. Use absolute paths when specifying root directories in handler names.`,
    );
  }
  const match = /^([^.]*)\.(.+)$/.exec(basename(handlerName));
  if (!match) throw runtimeError('Runtime.MalformedHandlerName', 'Bad handler');
  const [, file, path] = match;
  const folder = dirname(handlerName);
  const { exports, compiled } = await loadModule(taskRoot, folder, file, cachedData);
  const handler = path.split('.').reduce((found, step) => found?.[step], exportsOf(exports, path));
  if (handler === undefined || handler === null) {
    throw runtimeError('Runtime.HandlerNotFound', `${handlerName} is undefined or not exported`);
  }
  if (typeof handler !== 'function') throw runtimeError('Runtime.HandlerNotFound', `${handlerName} is not a function`);
  if (runtime === 'nodejs24.x' && handler.length >= 3) {
    throw runtimeError(
      'Runtime.CallbackHandlerDeprecated',
      'AWS Lambda has removed support for callback-based function handlers starting with Node.js 24. You need to modify this function to use a supported handler signature to use Node.js 24 or later.',
    );
  }
  return { handler, compiled };
}

async function loadModule(taskRoot, folder, file, cachedData) {
  const path = resolve(taskRoot, folder, file);
  const require = createRequire(join(taskRoot, 'index.js'));
  const imported = async (file) => ({ exports: await import(pathToFileURL(file).href) });
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isFile()) return { exports: require(path) };
    if (existsSync(`${path}.js`)) {
      return isModule(path, taskRoot) ? await imported(`${path}.js`) : requireCompiled(`${path}.js`, cachedData);
    }
    if (existsSync(`${path}.mjs`)) return await imported(`${path}.mjs`);
    if (existsSync(`${path}.cjs`)) return requireCompiled(`${path}.cjs`, cachedData);
    return { exports: require(require.resolve(folder === '.' ? file : `./${join(folder, file)}`)) };
  } catch (error) {
    if (error instanceof SyntaxError) throw runtimeError('Runtime.UserCodeSyntaxError', String(error));
    if (error?.code === 'MODULE_NOT_FOUND' || error?.code === 'ERR_MODULE_NOT_FOUND') {
      throw runtimeError('Runtime.ImportModuleError', String(error));
    }
    throw error;
  }
}

/** "type": "module" in the nearest package.json, no further up than the task root. */
function isModule(path, taskRoot) {
  for (let folder = dirname(path); folder.startsWith(taskRoot); folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    if (existsSync(file)) {
      try {
        return JSON.parse(readFileSync(file, 'utf8')).type === 'module';
      } catch {
        return false;
      }
    }
  }
  return false;
}

/** A CommonJS bundle may have its exports under `default` when it was imported. */
function exportsOf(loaded, path) {
  const [first] = path.split('.');
  return loaded?.[first] === undefined && loaded?.default?.[first] !== undefined ? loaded.default : loaded;
}
