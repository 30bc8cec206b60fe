import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Script } from 'node:vm';

/** Source maps, and dynamic imports, which code that was compiled elsewhere cannot make. */
const LEFT_TO_NODE = /\/\/# sourceMappingURL=|\bimport\s*\(/;

/**
 * Loads a CommonJS file as `require` does, with what V8 made of the same code in another thread, if that is given: half of
 * a thread's start is compiling.
 *
 * @returns {{ exports: unknown, compiled?: () => Uint8Array }} `compiled` gives what the next thread can be given
 */
export function requireCompiled(path, cachedData) {
  const source = readFileSync(path, 'utf8');
  const require = createRequire(path);
  const script = LEFT_TO_NODE.test(source) ? undefined : compile(source, path, cachedData);
  // Or an ES module in a file that does not say so.
  if (!script) return { exports: require(path) };
  const module = new Module(path);
  module.filename = path;
  module.paths = Module._nodeModulePaths(dirname(path));
  require.cache[path] = module;
  script.runInThisContext().call(module.exports, module.exports, require, module, path, dirname(path));
  module.loaded = true;
  return { exports: module.exports, compiled: () => script.createCachedData() };
}

function compile(source, filename, cachedData) {
  try {
    return new Script(Module.wrap(source), { filename, cachedData });
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
