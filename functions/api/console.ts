import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Context, Hono } from 'hono';
import type { Environment } from './route.ts';

/** Nothing from anywhere else, no code in the page itself. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};
const FOR_EVER = 'public, max-age=31536000, immutable';

export interface ConsoleFiles {
  /** The file, compressed by gzip. */
  read(name: string): Uint8Array | undefined;
}

/** Beside the function's own code, where `lib/bundle-web.ts` has put them; read when they are asked for first. */
export function consoleFiles(folder = join(import.meta.dirname, 'web')): ConsoleFiles {
  const kept = new Map<string, Uint8Array>();
  let names: Set<string> | undefined;
  return {
    read(name) {
      names ??= new Set(namesIn(folder));
      if (!names.has(`${name}.gz`)) return undefined;
      const file = kept.get(name) ?? readFileSync(join(folder, `${name}.gz`));
      kept.set(name, file);
      return file;
    },
  };
}

/** A function that was not bundled has no console. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The console at `/` and at each of its own addresses, which the page itself reads. */
export function serveConsole(app: Hono<Environment>, files: ConsoleFiles): void {
  const answer = (context: Context, name: string, caching: string): Response | undefined => {
    const file = files.read(name);
    if (!file) return undefined;
    const takesGzip = /\bgzip\b/.test(context.req.header('accept-encoding') ?? '');
    context.header('content-type', TYPES[name.split('.').pop() ?? ''] ?? 'application/octet-stream');
    context.header('cache-control', caching);
    context.header('vary', 'accept-encoding');
    context.header('content-security-policy', POLICY);
    if (takesGzip) context.header('content-encoding', 'gzip');
    return context.body(new Uint8Array(takesGzip ? file : gunzipSync(file)));
  };
  app.get('/assets/:name', (context, next) => answer(context, context.req.param('name'), FOR_EVER) ?? next());
  app.get('*', (context, next) => {
    const isPage =
      !/^\/(api|mcp)(\/|$)/.test(context.req.path) && /\btext\/html\b/.test(context.req.header('accept') ?? '');
    return (isPage && answer(context, 'index.html', 'no-cache')) || next();
  });
}
