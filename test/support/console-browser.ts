import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import type { TestContext } from 'vitest';
import { startBrowser } from './browser.ts';

const AXE = axe.source;
/** People look at these. */
const PICTURES = join(import.meta.dirname, '../../node_modules/.cache/rollcall-console');

export interface Look {
  readonly width?: number;
  readonly theme?: 'light' | 'dark';
}

/** One browser for all journeys through the console. Whatever a page complains about is kept. */
export class ConsoleBrowser {
  readonly #url: string;
  readonly #key: string;
  readonly complaints: string[] = [];
  #browser: Browser | undefined;

  constructor(url: string, key: string) {
    this.#url = url;
    this.#key = key;
  }

  /** A page of the console, signed in as `rollcall console` does it. */
  async open(test: TestContext, path: string, look: Look = {}): Promise<Page> {
    const page = await this.newPage(test, look);
    await page.goto(`${this.#url}${path}#key=${this.#key}`);
    return page;
  }

  async newPage(test: TestContext, { width = 1440, theme = 'light' }: Look = {}): Promise<Page> {
    this.#browser ??= await startBrowser(test);
    const context = await this.#browser.newContext({
      viewport: { width, height: 900 },
      colorScheme: theme,
      baseURL: this.#url,
      reducedMotion: 'reduce',
      // For axe, which the page's own policy would keep out.
      bypassCSP: false,
    });
    // A page that is left open goes on asking the API how its run stands.
    test.onTestFinished(() => context.close());
    const page = await context.newPage();
    // For a machine that is busy with something else.
    page.setDefaultTimeout(60_000);
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(`${message.text()} ${message.location().url}`);
    });
    page.on('request', (request) => {
      // Files go straight to the bucket, by an address the API has signed.
      const isUpload = request.method() === 'PUT' && new URL(request.url()).searchParams.has('X-Amz-Signature');
      if (!request.url().startsWith(this.#url) && !request.url().startsWith('data:') && !isUpload) {
        this.complaints.push(`The page asked for ${request.url()}`);
      }
    });
    return page;
  }

  /** What axe finds against WCAG 2.2 AA, and a picture. */
  async look(page: Page, name: string): Promise<string[]> {
    mkdirSync(PICTURES, { recursive: true });
    await page.screenshot({ path: join(PICTURES, `${name}.png`) });
    // By the debugger, which a page's policy does not bind.
    if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
    const found = await page.evaluate(`axe.run({ exclude: ['${GUARD}'] }, ${JSON.stringify(RULES)})`);
    const { violations } = found as {
      violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[];
    };
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${name}: ${id} at ${target.join(' ')}`));
  }

  async close(): Promise<void> {
    await this.#browser?.close();
  }
}

/** At the edges of an open menu; focus that comes to one moves on at once. */
const GUARD = '[data-base-ui-focus-guard]';
const RULES = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
