import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it, type TestContext, vi } from 'vitest';
import { startBrowser } from '../../../../test/support/browser.ts';
import { FUNCTIONS, functionBody, startWatchedCloud, type WatchedCloud } from './watched-cloud.ts';

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

/** An address that a page can sign on its own, since everybody knows the key. */
function urlOf(cloud: WatchedCloud, target: string, by: string): string {
  const get = [...WITHOUT_ORIGIN, 'event-source', 'web-socket'].includes(by);
  const url = get
    ? cloud.presigned('sns', 'GET', `/?Action=CreateTopic&Name=${by}&by=${by}`, { target })
    : by === 'form-urlencoded'
      ? cloud.presigned('sns', 'POST', `/?by=${by}`, { target, body: `Action=CreateTopic&Name=${by}` })
      : by === 'form-multipart'
        ? cloud.presigned('s3', 'POST', `/things/${by}?uploads&by=${by}`, { target })
        : by === 'fetch-put'
          ? cloud.presigned('s3', 'PUT', `/things/${by}?by=${by}`, { target })
          : cloud.presigned('lambda', 'POST', `${FUNCTIONS}?by=${by}`, { target, body: functionBody(by) });
  return url;
}

/** Lets the page do its worst; gives the status that each attempt was answered with, once all of them have been. */
async function attack(
  page: Page,
  cloud: WatchedCloud,
  target: string,
  attempts: string[],
): Promise<Record<string, number>> {
  const answers = new Map<string, number>();
  const note = (message: unknown) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (request.socket.localPort !== Number(new URL(target).port)) return;
    answers.set(new URL(request.url ?? '/', target).searchParams.get('by') ?? '', response.statusCode);
  };
  subscribe('http.server.response.finish', note);
  try {
    const { FunctionName, ...definition } = JSON.parse(functionBody(''));
    const urls = Object.fromEntries(attempts.map((by) => [by, urlOf(cloud, target, by)]));
    await page.evaluate(`attack(${JSON.stringify(urls)}, ${JSON.stringify(definition)})`);
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
      expect(await attack(page, cloud, cloud.endpoint, SENT)).toEqual(allForbidden(SENT));
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
    expect(await attack(page, cloud, origin, all)).toEqual(allForbidden(all));
    expect(cloud.reached).toEqual([]);
    expect(await cloud.holds()).toEqual([]);
  });
});

/** What was asked of the local cloud by a browser that did not wait to be told: how it said so, and the status. */
function watch(cloud: WatchedCloud): { purpose: string | undefined; url: string; status: number }[] {
  const seen: { purpose: string | undefined; url: string; status: number }[] = [];
  const note = (message: unknown) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (request.socket.localPort !== Number(new URL(cloud.endpoint).port)) return;
    seen.push({
      purpose: request.headers['sec-purpose']?.toString(),
      url: request.url ?? '',
      status: response.statusCode,
    });
  };
  subscribe('http.server.response.finish', note);
  closing.push(() => unsubscribe('http.server.response.finish', note));
  return seen;
}

describe('a browser that is led to the local cloud by a page of another site', () => {
  const evil = () => `http://attacker.example:${sitePort()}`;

  it('is refused where it goes ahead of its person', async (test) => {
    const cloud = await start();
    const seen = watch(cloud);
    const page = await visit(test, evil());
    const urls = [
      cloud.presigned('sns', 'GET', '/?Action=CreateTopic&Name=ahead'),
      cloud.presigned('s3', 'GET', '/things/object', { session: true }),
      `${cloud.endpoint}/`,
    ];
    const rule = { source: 'list', urls, eagerness: 'immediate' };
    const rules = JSON.stringify({ prefetch: [rule], prerender: [rule] });
    await page.evaluate(`add('script', { type: 'speculationrules', textContent: ${JSON.stringify(rules)} })`);
    const links = ['prefetch', 'prerender'].map((rel) => ({ rel, href: `${cloud.endpoint}/things?${rel}` }));
    await page.evaluate(`for (const link of ${JSON.stringify(links)}) add('link', link)`);
    await vi.waitFor(() => expect(seen.length).toBeGreaterThanOrEqual(4), { timeout: 10_000 });
    for (const one of seen) expect(one).toMatchObject({ purpose: expect.stringMatching(/^prefetch/), status: 403 });
    expect(cloud.reached).toEqual([]);
    expect(await cloud.holds()).toEqual([]);
  });

  it('by a link in a mail gets a file that was signed for it, and nothing that was forged', async (test) => {
    const cloud = await start();
    const put = new PutObjectCommand({
      Bucket: 'things',
      Key: 'page.html',
      ContentType: 'text/html',
      Body: '<script>fetch("/things?list-type=2").then(() => document.title = "ran")</script>',
    });
    await new S3Client(cloud.settings).send(put);
    const page = await visit(test, evil());
    const inline = '/things/page.html?response-content-type=text%2Fhtml&response-content-disposition=inline';
    const forged = [
      cloud.presigned('s3', 'GET', inline),
      `${cloud.presigned('s3', 'GET', '/things/page.html', { session: true })}&response-content-disposition=inline`,
      cloud.presigned('sns', 'GET', '/?Action=CreateTopic&Name=clicked'),
      cloud.presigned('lambda', 'GET', FUNCTIONS, { session: true }),
    ];
    for (const url of forged) {
      await page.goto(`${evil()}/page`);
      const [answer] = await Promise.all([
        page.waitForResponse((response) => response.url().startsWith(cloud.endpoint)),
        page.evaluate(`add('a', { href: ${JSON.stringify(url)} }).click()`),
      ]);
      expect(answer.status()).toBe(403);
      await page.waitForURL(url);
    }
    await page.goto(`${evil()}/page`);
    const good = cloud.presigned('s3', 'GET', inline, { session: true });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.evaluate(`add('a', { href: ${JSON.stringify(good)} }).click()`),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toContain('<script>');
    expect(await page.title()).not.toBe('ran');
  });

  it('is sent to the console by the address alone', async (test) => {
    const cloud = await start({ home: () => `http://127.0.0.1:${sitePort()}/home` });
    const page = await visit(test, evil());
    await page.goto(cloud.endpoint);
    expect(page.url()).toBe(`http://127.0.0.1:${sitePort()}/home`);
  });
});
