/**
 * How soon the console is there, and how smoothly 10,000 rows scroll: first paint and first rows of a run in a fresh browser, and the
 * time from one frame to the next while the table is scrolled through, rows loaded on the way. Beside it, in the same browser, a bare
 * list of the same rows: the same elements put in and taken out by the shortest code there is, with nothing to load and no React. What
 * that takes is the machine's; the ratio is ours.
 *
 *   npx tsx bench/console/scrolling.ts [--rows 10000] [--seconds 30]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { CDPSession, Page } from 'playwright-core';
import { launchBrowser } from '../../test/support/browser.ts';
import { openConsole } from './open-console.ts';

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '10000' }, seconds: { type: 'string', default: '30' } },
});
const rows = Number(values.rows);

/** Scrolls a third of the window a frame until the end, or until the time is up, and gives the times between frames. */
const SCROLL = `new Promise((resolve) => {
  const frames = [];
  const began = performance.now();
  let last = began;
  let idle = 0;
  const step = (now) => {
    frames.push(now - last);
    last = now;
    const before = scrollY;
    scrollBy(0, innerHeight / 3);
    idle = scrollY === before ? idle + 1 : 0;
    if (idle > 180 || now - began > ${Number(values.seconds) * 1000}) {
      resolve({ frames: frames.slice(1, frames.length - idle), pixels: scrollY });
    } else requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})`;
const PAINTS = `Object.fromEntries(performance.getEntriesByType('paint').map(({ name, startTime }) => [name, startTime]))`;

/** The table as it stands, without the page around it: a row is copied as often as it is in sight. */
const BARE = `{
  const table = document.querySelector('.data-table').cloneNode(true);
  const above = document.querySelector('.data-table').getBoundingClientRect().top + scrollY;
  const [body] = table.tBodies;
  const model = body.querySelector('tr:not(.spacer)').cloneNode(true);
  const spacer = () => Object.assign(document.createElement('tr'), { className: 'spacer', innerHTML: '<td colspan="9"></td>' });
  const [top, bottom] = [spacer(), spacer()];
  body.replaceChildren(top, bottom);
  document.body.innerHTML = '<div style="height:' + above + 'px"></div>';
  document.body.append(table);
  const shown = new Map();
  const draw = () => {
    const first = Math.max(0, Math.floor((scrollY - above) / 33) - 8);
    const last = Math.min(${rows - 1}, Math.ceil((scrollY - above + innerHeight) / 33) + 8);
    for (const [index, row] of shown) if (index < first || index > last) { row.remove(); shown.delete(index); }
    for (let index = first; index <= last; index++) {
      if (shown.has(index)) continue;
      const row = model.cloneNode(true);
      row.querySelector('button').textContent = index + 1;
      shown.set(index, row);
      bottom.before(row);
    }
    top.firstChild.style.height = first * 33 + 'px';
    bottom.firstChild.style.height = (${rows - 1} - last) * 33 + 'px';
  };
  addEventListener('scroll', draw);
  scrollTo(0, 0);
  draw();
}`;

interface Scrolled {
  readonly frames: number[];
  readonly pixels: number;
}

/** Processor time the page's own thread has taken, in milliseconds: other work of the machine is not in it. */
async function threadMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

async function scroll(page: Page, session: CDPSession) {
  const before = await threadMs(session);
  const { frames, pixels } = (await page.evaluate(SCROLL)) as Scrolled;
  const cpu = (await threadMs(session)) - before;
  const sorted = frames.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round((sorted[Math.floor(share * (sorted.length - 1))] ?? 0) * 10) / 10;
  return {
    frames: frames.length,
    'p50, ms': at(0.5),
    'p95, ms': at(0.95),
    'p99, ms': at(0.99),
    'longest, ms': at(1),
    'over 50 ms': frames.filter((frame) => frame > 50).length,
    'rows passed': Math.round(pixels / 33),
    'processor ms for 9 rows': Math.round((cpu / pixels) * 300 * 100) / 100,
  };
}

const opened = await openConsole(rows);
const browser = await launchBrowser();
// Conversations that were put in to look at are still being evaluated.
await sleep(15_000);
try {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const began = performance.now();
  await page.goto(`${opened.url}/runs/${opened.ids.big}?sort=row#key=${opened.key}`);
  await page.getByRole('button', { name: 'Open row 1', exact: true }).waitFor();
  const firstRows = performance.now() - began;
  const paints = (await page.evaluate(PAINTS)) as Record<string, number>;
  const ours = await scroll(page, session);
  await page.evaluate(BARE);
  const bare = await scroll(page, session);
  const ratio = ours['processor ms for 9 rows'] / bare['processor ms for 9 rows'];
  console.table({
    rows,
    'first contentful paint, ms': Math.round(paints['first-contentful-paint'] ?? 0),
    'first rows, ms': Math.round(firstRows),
  });
  console.table({ console: ours, 'bare list': bare });
  console.log(`A frame of the console takes ${ratio.toFixed(2)} times what the bare list takes.`);
} finally {
  await browser.close();
  await opened.close();
}
process.exit();
