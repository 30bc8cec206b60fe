const MAGIC = ['__proto__', '__defineGetter__', '__defineSetter__', '__lookupGetter__', '__lookupSetter__'];
const GLOBALS = ['process', 'fetch', 'WebSocket', 'EventSource', 'Worker', 'WebAssembly', 'eval', 'Function'];

/** Takes away what an escaped expression would reach for. The process's flags and permissions hold without it. */
export function harden() {
  for (const name of MAGIC) Reflect.deleteProperty(Object.prototype, name);
  for (const name of GLOBALS) Reflect.deleteProperty(globalThis, name);
  for (const one of [() => {}, async () => {}, function* () {}, async function* () {}]) {
    Reflect.deleteProperty(Object.getPrototypeOf(one), 'constructor');
  }
}
