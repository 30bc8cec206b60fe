/**
 * Pictures of every page of the console for people to look at: at 1440, 1024 and 390 px, light and dark, with nothing in it, with 20
 * rows and with 10,000, with texts that are long, have emoji or run from right to left.
 *
 *   npx tsx bench/console/pictures.ts [--folder DIR] [--only run] [--rows 10000] [--readme]
 *
 * With `--readme` the one of README is made anew, docs/console.png.
 */
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchBrowser } from '../../test/support/browser.ts';
import { openConsole } from './open-console.ts';

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: join(tmpdir(), 'rollcall-pictures') },
    only: { type: 'string', default: '' },
    rows: { type: 'string', default: '10000' },
    readme: { type: 'boolean', default: false },
  },
});
const WIDTHS = [1440, 1024, 390];
const THEMES = ['light', 'dark'] as const;

/** By name: where it is (with ids by what they are there for), and what is there when it can be looked at. */
const PAGES: Readonly<Record<string, readonly [path: string, text: string, press?: string]>> = {
  'home-empty': ['/?nothing', 'The command line'],
  'runs-empty': ['/runs?nothing', 'The command line'],
  'datasets-empty': ['/datasets?nothing', 'No datasets yet'],
  'targets-empty': ['/targets?nothing', 'No targets'],
  'jobs-empty': ['/jobs?nothing', 'No batches yet'],
  'threads-empty': ['/threads?nothing', 'No conversations'],
  'monitors-empty': ['/monitors?nothing', 'No monitors'],
  'compare-empty': ['/compare?nothing', 'Compare two runs'],
  home: ['/', 'Targets'],
  runs: ['/runs', 'sorter'],
  'runs-by-experiment': ['/runs?group=experiment', 'sorters'],
  'runs-newest': ['/runs?group=none', 'sorter'],
  'runs-filtered': ['/runs?status=completed&since=day', 'Started: Last 24 hours'],
  'runs-none-found': ['/runs?search=nothing-of-this-name', 'No matching runs'],
  'run-20': ['/runs/{today}', 'similarity'],
  'run-20-row': ['/runs/{today}?row=7', 'Your verdict'],
  'run-20-request': ['/runs/{today}?row=7&tab=request', 'Response'],
  'run-20-grades': ['/runs/{today}?row=7&tab=grades', 'similarity'],
  'run-20-attempts': ['/runs/{today}?row=13&tab=attempts', 'Calls in the last attempt'],
  'run-20-error': ['/runs/{today}?row=13', 'TargetRejected'],
  'run-10000': ['/runs/{big}?sort=row', 'Ticket 2'],
  'run-one': ['/runs/{one}', 'Ticket 0'],
  'run-all-failed': ['/runs/{failed}', '20 errors'],
  'run-hard-texts': ['/runs/{hard}', 'family and flags'],
  'run-50-kb': ['/runs/{hard}?row=0', 'Your verdict'],
  'run-right-to-left': ['/runs/{hard}?row=1', 'Your verdict'],
  'run-going': ['/runs/{going}', 'Pause'],
  models: ['/runs/{models}', 'Compare the models'],
  'models-compared': ['/experiments/{models}', 'Rows side by side'],
  trials: ['/runs/{trials}', 'always passed'],
  compare: ['/compare?before={yesterday}&after={today}', 'Paired differences'],
  'compare-row': ['/compare?before={yesterday}&after={today}&show=worse', 'got worse'],
  'compare-panel': ['/compare?before={yesterday}&after={today}', 'got worse', 'j'],
  experiment: ['/experiments/sorters', 'Rows side by side'],
  datasets: ['/datasets', 'Many tickets'],
  dataset: ['/datasets/{tickets}', 'expected'],
  import: ['/datasets/new', 'Or type rows'],
  'new-run': ['/new-run?dataset={tickets}', 'Field the target gets'],
  targets: ['/targets', 'sort_ticket'],
  target: ['/targets/helpdesk/sort_ticket', 'batch_helpdesk_sort_ticket'],
  'new-batch': ['/new-batch', 'Items'],
  jobs: ['/jobs', 'sort_ticket'],
  job: ['/jobs/{jobId}', 'items answered'],
  threads: ['/threads', 'Where is my order?'],
  conversation: ['/threads?thread=order-1005', 'did not answer'],
  monitors: ['/monitors', 'stays-polite'],
  monitor: ['/monitors/stays-polite', 'Results'],
  'monitor-form': ['/monitors/stays-polite/edit', 'What evaluators see'],
  keys: ['/keys', 'Create key'],
};

const { url, key, emptyKey, ids, close } = await openConsole(Number(values.rows));
const browser = await launchBrowser();
mkdirSync(values.folder, { recursive: true });
let missing = 0;

interface Picture {
  readonly name: string;
  readonly file: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly colorScheme: (typeof THEMES)[number];
}

async function take([path, text, press]: (typeof PAGES)[string], { name, file, viewport, colorScheme }: Picture) {
  const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const place = path.replace(/\{(\w+)\}/g, (_, id: string) => encodeURIComponent(ids[id] ?? ''));
  await page.goto(`${url}${place}#key=${path.endsWith('nothing') ? emptyKey : key}`);
  const found = page.getByText(text).filter({ visible: true }).first();
  const shown = await found.waitFor({ timeout: 30_000 }).then(
    () => true,
    () => false,
  );
  if (!shown) missing++;
  // What else the page asks for; one that follows a run never ends asking.
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => {});
  if (press) await page.keyboard.press(press);
  if (press) await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => {});
  await page.screenshot({ path: file });
  const across = Number(await page.evaluate('document.documentElement.scrollWidth'));
  const wide = across > viewport.width ? `: ${across} px wide` : '';
  console.log(`${name} ${viewport.width} ${colorScheme}${shown ? '' : `: "${text}" never came`}${wide}`);
  await context.close();
}

for (const [name, page] of Object.entries(PAGES).filter(([one]) => new RegExp(values.only).test(one))) {
  for (const width of WIDTHS) {
    for (const colorScheme of THEMES) {
      const viewport = { width, height: width === 390 ? 844 : 900 };
      const file = join(values.folder, `${name}-${width}-${colorScheme}.png`);
      await take(page, { name, file, viewport, colorScheme });
    }
  }
}
if (values.readme) {
  const file = join(import.meta.dirname, '..', '..', 'docs', 'console.png');
  const viewport = { width: 1200, height: 900 };
  await take(['/runs/{example}', 'Refund for order'], { name: 'readme', file, viewport, colorScheme: 'light' });
}
console.log(`The pictures are in ${values.folder}.`);
await browser.close();
await close();
process.exit(missing > 0 ? 1 : 0);
