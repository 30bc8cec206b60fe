/**
 * Pictures of every page of the console for people to look at: at 1440, 1024 and 390 px, light and dark, with nothing in it, with 20
 * rows and with 10,000, with texts that are long, have emoji or run from right to left.
 *
 *   npx tsx bench/console/pictures.ts [--folder DIR] [--only run] [--rows 10000]
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
  },
});
const WIDTHS = [1440, 1024, 390];
const THEMES = ['light', 'dark'] as const;

/** By name: where it is (with ids by what they are there for), and what is there when it can be looked at. */
const PAGES: Readonly<Record<string, readonly [path: string, text: string]>> = {
  'runs-empty': ['/runs?nothing', 'No runs yet'],
  'datasets-empty': ['/datasets?nothing', 'No datasets yet'],
  'targets-empty': ['/targets?nothing', 'No targets'],
  'jobs-empty': ['/jobs?nothing', 'No batches yet'],
  runs: ['/runs', 'completed'],
  'run-20': ['/runs/{today}?charts=open', 'similarity'],
  'run-20-row': ['/runs/{today}?row=7', 'What came back'],
  'run-10000': ['/runs/{big}', 'Ticket 2'],
  'run-one': ['/runs/{one}', 'Ticket 0'],
  'run-all-failed': ['/runs/{failed}', 'Why 20 rows failed'],
  'run-hard-texts': ['/runs/{hard}', 'family and flags'],
  'run-50-kb': ['/runs/{hard}?row=0', 'What came back'],
  'run-right-to-left': ['/runs/{hard}?row=1', 'What came back'],
  'run-going': ['/runs/{going}', 'Pause'],
  trials: ['/runs/{trials}', 'always right'],
  compare: ['/compare?before={yesterday}&after={today}', 'Paired differences'],
  'compare-row': ['/compare?before={yesterday}&after={today}&show=worse', 'got worse'],
  experiment: ['/experiments/sorters', 'Rows side by side'],
  datasets: ['/datasets', 'Many tickets'],
  dataset: ['/datasets/{tickets}', 'expected'],
  import: ['/datasets/new', 'Or type rows'],
  'new-run': ['/new-run?dataset={tickets}', 'Field the target gets'],
  targets: ['/targets', 'sort_ticket'],
  target: ['/targets/helpdesk/sort_ticket', 'batch_helpdesk_sort_ticket'],
  'new-batch': ['/new-batch', 'Items'],
  jobs: ['/jobs', 'job-'],
  job: ['/jobs/{jobId}', 'items succeeded'],
  keys: ['/keys', 'Make a key'],
};

const { url, key, emptyKey, ids, close } = await openConsole(Number(values.rows));
const browser = await launchBrowser();
mkdirSync(values.folder, { recursive: true });
let missing = 0;
for (const [name, [path, text]] of Object.entries(PAGES).filter(([page]) => page.includes(values.only))) {
  for (const width of WIDTHS) {
    for (const theme of THEMES) {
      const viewport = { width, height: width === 390 ? 844 : 900 };
      const context = await browser.newContext({ viewport, colorScheme: theme, reducedMotion: 'reduce' });
      const page = await context.newPage();
      const place = path.replace(/\{(\w+)\}/g, (_, id: string) => encodeURIComponent(ids[id] ?? ''));
      await page.goto(`${url}${place}#key=${path.endsWith('nothing') ? emptyKey : key}`);
      const shown = await page
        .getByText(text)
        .first()
        .waitFor({ timeout: 30_000 })
        .then(
          () => true,
          () => false,
        );
      if (!shown) missing++;
      await page.screenshot({ path: join(values.folder, `${name}-${width}-${theme}.png`) });
      const across = Number(await page.evaluate('document.documentElement.scrollWidth'));
      console.log(
        `${name} ${width} ${theme}${shown ? '' : `: "${text}" never came`}${across > width ? `: ${across} px wide` : ''}`,
      );
      await context.close();
    }
  }
}
console.log(`The pictures are in ${values.folder}.`);
await browser.close();
await close();
process.exit(missing > 0 ? 1 : 0);
