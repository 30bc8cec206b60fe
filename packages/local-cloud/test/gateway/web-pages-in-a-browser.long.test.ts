import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it, type TestContext, vi } from 'vitest';
import { startBrowser } from '../../../../test/support/browser.ts';
import { functionBody, startWatchedCloud, type WatchedCloud } from './watched-cloud.ts';

/** What the hostile page tries, by whether and how browsers send it to another origin. */
const WITH_ORIGIN = [
  'beacon',
  'event-source',
  'fetch-cors-include',
  'fetch-cors-omit',
  'fetch-cors-same-origin',
  'fetch-no-cors-include',
  'fetch-no-cors-omit',
  'fetch-no-cors-same-origin',
  'form-multipart',
  'form-text',
  'form-urlencoded',
  'web-socket',
];
const WITH_ORIGIN_NULL = ['sandboxed'];
const WITHOUT_ORIGIN = ['iframe', 'image', 'link', 'sandboxed-image', 'script', 'stylesheet'];
const PREFLIGHTED = ['fetch-json', 'fetch-put'];
const SENT = [...WITH_ORIGIN, ...WITH_ORIGIN_NULL, ...WITHOUT_ORIGIN, ...PREFLIGHTED];
const NEVER_SENT = ['fetch-same-origin-include', 'fetch-same-origin-omit', 'fetch-same-origin-same-origin'];

const html = await readFile(join(import.meta.dirname, 'hostile-page.html'), 'utf8');
const site = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html));
const sitePort = (): number => (site.address() as AddressInfo).port;

const closing: (() => unknown)[] = [];
const closeSite = () => {
  site.close();
  site.closeAllConnections();
};
beforeEach(async () => {
  await once(site.listen(0, '127.0.0.1'), 'listening');
  closing.push(closeSite);
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function visit(test: TestContext, origin: string): Promise<Page> {
  const browser = await startBrowser(test, '--host-resolver-rules=MAP attacker.example 127.0.0.1');
  closing.push(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`${origin}/page`);
  return page;
}

async function start(options: Parameters<typeof startWatchedCloud>[0] = {}): Promise<WatchedCloud> {
  const cloud = await startWatchedCloud(options);
  closing.push(() => cloud.close());
  return cloud;
}

/** Lets the page do its worst; gives the status that each attempt was answered with, once all of them have been. */
async function attack(page: Page, target: string, attempts: string[]): Promise<Record<string, number>> {
  const answers = new Map<string, number>();
  const note = (message: unknown) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (request.socket.localPort !== Number(new URL(target).port)) return;
    answers.set(new URL(request.url ?? '/', target).searchParams.get('by') ?? '', response.statusCode);
  };
  subscribe('http.server.response.finish', note);
  try {
    const { FunctionName, ...definition } = JSON.parse(functionBody(''));
    await page.evaluate(`attack(${JSON.stringify(target)}, ${JSON.stringify(definition)})`);
    await vi.waitFor(() => expect([...answers.keys()].sort()).toEqual(attempts.toSorted()), { timeout: 10_000 });
  } finally {
    unsubscribe('http.server.response.finish', note);
  }
  return Object.fromEntries(answers);
}

const allForbidden = (attempts: string[]) => Object.fromEntries(attempts.map((attempt) => [attempt, 403]));

describe('a web page in a browser', () => {
  it.for(['127.0.0.1', 'localhost'])(
    'of another port of %s reaches no service, however it asks',
    async (name, test) => {
      const page = await visit(test, `http://${name}:${sitePort()}`);
      const cloud = await start();
      expect(await attack(page, cloud.endpoint, SENT)).toEqual(allForbidden(SENT));
      expect(cloud.reached).toEqual([]);
      expect(await cloud.holds()).toEqual([]);
    },
  );

  it('whose name leads to the local cloud by now (DNS rebinding) reaches no service', async (test) => {
    const port = sitePort();
    const origin = `http://attacker.example:${port}`;
    const page = await visit(test, origin);
    closeSite();
    const cloud = await start({ port });
    const all = [...SENT, ...NEVER_SENT];
    expect(await attack(page, origin, all)).toEqual(allForbidden(all));
    expect(cloud.reached).toEqual([]);
    expect(await cloud.holds()).toEqual([]);
  });

  it('would do real harm if its origin were trusted', async (test) => {
    const origin = `http://127.0.0.1:${sitePort()}`;
    const page = await visit(test, origin);
    const cloud = await start({ origins: [origin] });
    await attack(page, cloud.endpoint, SENT);
    expect(await cloud.holds()).toEqual(WITH_ORIGIN);
  });
});
