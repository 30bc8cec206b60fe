import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Context, Hono } from 'hono';
import type { Environment } from './route.ts';

/** Nothing from anywhere else, no code in the page itself; files go straight to the bucket. */
const policyWith = (bucket: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${bucket}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
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

/**
 * The console at `/` and at each of its own addresses, which the page itself reads.
 * @param uploadOrigin where the page may send files to
 */
export function serveConsole(app: Hono<Environment>, files: ConsoleFiles, uploadOrigin: () => Promise<string>): void {
  const answer = async (context: Context, name: string, caching: string): Promise<Response | undefined> => {
    const file = files.read(name);
    if (!file) return undefined;
    const takesGzip = /\bgzip\b/.test(context.req.header('accept-encoding') ?? '');
    context.header('content-type', TYPES[name.split('.').pop() ?? ''] ?? 'application/octet-stream');
    context.header('cache-control', caching);
    context.header('vary', 'accept-encoding');
    context.header('content-security-policy', policyWith(await uploadOrigin()));
    if (takesGzip) context.header('content-encoding', 'gzip');
    return context.body(new Uint8Array(takesGzip ? file : gunzipSync(file)));
  };
  app.get(
    '/assets/:name',
    async (context, next) => (await answer(context, context.req.param('name'), FOR_EVER)) ?? next(),
  );
  app.get('*', async (context, next) => {
    const isPage =
      !/^\/(api|mcp)(\/|$)/.test(context.req.path) && /\btext\/html\b/.test(context.req.header('accept') ?? '');
    return (isPage && (await answer(context, 'index.html', 'no-cache'))) || next();
  });
}
