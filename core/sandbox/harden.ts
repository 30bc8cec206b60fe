import type { SandboxKind } from './start-process.ts';

const MAGIC = ['__proto__', '__defineGetter__', '__defineSetter__', '__lookupGetter__', '__lookupSetter__'];
/** What reaches outside. */
const GLOBALS = [
  ...['process', 'require', 'module', 'Worker', 'WebAssembly'],
  // From Node 22 on, looking at one of them loads what they are made of, which needs some of the others.
  ...['fetch', 'FormData', 'Headers', 'Request', 'Response', 'WebSocket', 'MessageEvent', 'CloseEvent', 'EventSource'],
];
const COMPILERS = ['eval', 'Function'];

/** Takes away what an escaped expression would reach for. The process's flags and permissions hold without it. */
export function harden(kind: SandboxKind): void {
  for (const name of MAGIC) Reflect.deleteProperty(Object.prototype, name);
  for (const name of GLOBALS) Reflect.deleteProperty(globalThis, name);
  if (kind === 'expressions') {
    for (const name of COMPILERS) Reflect.deleteProperty(globalThis, name);
    const kinds = [() => {}, async () => {}, function* () {}, async function* () {}];
    for (const one of kinds) Reflect.deleteProperty(Object.getPrototypeOf(one), 'constructor');
  }
  // Not frozen: an object could then not have a property of its own named as one of its prototype's.
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    const value: unknown = Reflect.getOwnPropertyDescriptor(globalThis, name)?.value;
    if (typeof value === 'function' && value.prototype) Object.seal(value.prototype);
  }
}
