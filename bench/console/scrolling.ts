/**
 * How soon the console is there, and how smoothly 10,000 rows scroll: first paint and first rows of a run in a fresh browser, and the
 * time from one frame to the next while the whole table is scrolled through, rows loaded on the way.
 *
 *   npx tsx bench/console/scrolling.ts [--rows 10000]
 */
import { parseArgs } from 'node:util';
import { launchBrowser } from '../../test/support/browser.ts';
import { openConsole } from './open-console.ts';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '10000' } } });
const rows = Number(values.rows);

/** Scrolls a page a frame to the end of what is loaded until all is, and gives the times between frames. */
const SCROLL = `new Promise((resolve) => {
  const frames = [];
  let last = performance.now();
  let idle = 0;
  const step = (now) => {
    frames.push(now - last);
    last = now;
    const before = scrollY;
    scrollBy(0, innerHeight / 3);
    idle = scrollY === before ? idle + 1 : 0;
    if (idle > 180) resolve({ frames: frames.slice(1, -180), height: document.documentElement.scrollHeight });
    else requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})`;
const PAINTS = `Object.fromEntries(performance.getEntriesByType('paint').map(({ name, startTime }) => [name, startTime]))`;

const opened = await openConsole(rows);
const browser = await launchBrowser();
try {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const began = performance.now();
  await page.goto(`${opened.url}/runs/${opened.ids.big}#key=${opened.key}`);
  await page.getByRole('button', { name: 'Open row 1', exact: true }).waitFor();
  const firstRows = performance.now() - began;
  const paints = (await page.evaluate(PAINTS)) as Record<string, number>;
  const { frames, height } = (await page.evaluate(SCROLL)) as { frames: number[]; height: number };
  const sorted = frames.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round((sorted[Math.floor(share * (sorted.length - 1))] ?? 0) * 10) / 10;
  console.table({
    rows,
    'first contentful paint, ms': Math.round(paints['first-contentful-paint'] ?? 0),
    'first rows, ms': Math.round(firstRows),
    frames: frames.length,
    'frame p50, ms': at(0.5),
    'frame p95, ms': at(0.95),
    'frame p99, ms': at(0.99),
    'longest frame, ms': at(1),
    'frames over 50 ms': frames.filter((frame) => frame > 50).length,
    'page height, px': height,
  });
} finally {
  await browser.close();
  await opened.close();
}
process.exit();
