import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createKeyStore } from '../../../client/keys/key-store.ts';
import { ownId } from '../../../contracts/tenant.ts';
import { runOf } from '../../../functions/api/run-shape.ts';
import { ConsoleBrowser } from '../../support/console-browser.ts';
import { pastRun } from '../../support/past-run.ts';
import { RollcallCloud } from '../../support/rollcall-cloud.ts';
import { runRecordOf } from '../../support/run-record.ts';

const TENANT = 'console-lists';
const NEW_TENANT = 'console-new';

let cloud: RollcallCloud;
let browser: ConsoleBrowser;
let newcomer: string;
let viewer: string;

const past = (id: string, hoursAgo: number, passed: number, fields: Partial<Parameters<typeof runRecordOf>[0]> = {}) =>
  pastRun({ hoursAgo, passed }, { evaluation_id: ownId(TENANT, id), dataset_id: ownId(TENANT, 'golden'), ...fields });

beforeAll(async () => {
  cloud = await RollcallCloud.shared();
  const keys = createKeyStore(cloud.documents, cloud.output('ApiKeysTableName'));
  const { key } = await keys.create({ name: 'lists', tenant: TENANT, role: 'admin' });
  ({ key: viewer } = await keys.create({ name: 'looks', tenant: TENANT, role: 'viewer' }));
  ({ key: newcomer } = await keys.create({ name: 'new', tenant: NEW_TENANT, role: 'operator' }));
  browser = new ConsoleBrowser(cloud.output('ApiUrl'), key);
  const sorter = { target_name: 'ticket-sorter' };
  const records = [
    past('v1', 96, 62, { ...sorter, name: 'Prompt v1', cost_usd: 0.4, priced: 100 }),
    past('v5', 72, 88, { ...sorter, name: 'Prompt v5', tags: ['release'], cost_usd: 0.6, priced: 100 }),
    past('v7', 1, 70, { ...sorter, name: 'Prompt v7', cost_usd: 1, priced: 100 }),
    past('mails', 50, 90, { target_name: 'mail-sorter', experiment_id: 'models' }),
    past('mails-2', 49, 95, { target_name: 'mail-router', experiment_id: 'models' }),
    runRecordOf({ evaluation_id: ownId(TENANT, 'going'), name: 'Nightly', target_name: 'nightly', total: 900 }),
    runRecordOf({ evaluation_id: ownId(TENANT, 'job-1'), kind: 'batch', target_name: 'crm/update', dataset_id: '' }),
  ];
  for (const record of records) await cloud.runs.create(record);
});
afterAll(() => browser.close());
afterEach(() => {
  expect(browser.complaints.splice(0)).toEqual([]);
});

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Runs, newest first' });

describe('the home page', () => {
  it('says first what got worse, then what goes on, how targets do, and what it cost', async (test) => {
    const page = await browser.open(test, '/');
    const regressions = page.getByRole('region', { name: '1 regression' });
    await regressions.getByText('Prompt v7').waitFor();
    await regressions.getByText('88.0%').waitFor();
    await page.getByRole('region', { name: 'Running' }).getByText('0 of 900').waitFor();
    await page.getByRole('region', { name: 'Batch jobs' }).getByText('crm/update').waitFor();
    await page.getByRole('region', { name: 'Spend, last 7 days' }).getByText('$2.00').waitFor();
    await page.getByRole('img', { name: 'Passed: 62.0%, then 88.0%, then 70.0%' }).waitFor();
    expect(await browser.look(page, 'home')).toEqual([]);
    await regressions.getByRole('link', { name: 'Compare' }).click();
    await page.waitForURL(/compare\?before=v5&after=v7/);
    browser.complaints.splice(0);
  });

  it('offers three ways to begin where nothing has run yet', async (test) => {
    const page = await browser.newPage(test);
    await page.goto(`/#key=${newcomer}`);
    for (const name of ['Your data', 'A sample', 'The command line'])
      await page.getByRole('heading', { name }).waitFor();
    expect(await browser.look(page, 'home-empty')).toEqual([]);
    await page.getByRole('button', { name: 'Import 6 example tickets' }).click();
    await page.getByRole('heading', { name: 'Example tickets' }).waitFor();
  });

  it('is a page for a phone', async (test) => {
    const page = await browser.open(test, '/', { width: 390, theme: 'dark' });
    await page.getByRole('region', { name: 'Targets' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(await browser.look(page, 'home-phone-dark')).toEqual([]);
    await page.getByLabel('Pages').getByRole('link', { name: 'Runs' }).click();
    await rowsOf(page).getByRole('link', { name: 'Prompt v7' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(await browser.look(page, 'runs-phone-dark')).toEqual([]);
  });
});

describe('the list of runs', () => {
  it('groups runs by target with their trend, and keeps filters and grouping in the address', async (test) => {
    const page = await browser.open(test, '/runs');
    const v7 = rowsOf(page).getByRole('row', { name: /Prompt v7/ });
    await v7.getByRole('cell', { name: /^down ?18\.0$/ }).waitFor();
    await rowsOf(page).getByRole('img', { name: 'Passed: 62.0%, then 88.0%, then 70.0%' }).waitFor();
    expect(await browser.look(page, 'runs-by-target')).toEqual([]);
    await page.getByRole('button', { name: 'Tag', exact: true }).click();
    await page.getByRole('menuitem', { name: 'release' }).click();
    await page.waitForURL(/tag=release/);
    await v7.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Tag: release' }).click();
    await v7.waitFor();
    await page.getByRole('button', { name: 'By experiment' }).click();
    await page.waitForURL(/group=experiment/);
    await rowsOf(page).getByRole('link', { name: 'models' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('nothing of this name');
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    await v7.waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/(runs|jobs)\/\w+/);
    browser.complaints.splice(0);
  });

  it('names a run in place, and takes the name back', async (test) => {
    const page = await browser.open(test, '/runs?group=none');
    await page.getByRole('button', { name: 'Rename Prompt v1' }).click();
    await page.getByLabel('Name of the run').fill('First prompt');
    await page.keyboard.press('Enter');
    await rowsOf(page).getByRole('link', { name: 'First prompt' }).waitFor();
    expect((await cloud.record(ownId(TENANT, 'v1'))).name).toBe('First prompt');
    await page.getByRole('button', { name: 'Rename First prompt' }).click();
    await page.getByLabel('Name of the run').fill('');
    await page.keyboard.press('Escape');
    await rowsOf(page).getByRole('link', { name: 'First prompt' }).waitFor();
    await page.getByRole('button', { name: 'Rename First prompt' }).click();
    await page.getByLabel('Name of the run').fill('');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Rename ticket-sorter' }).waitFor();
    expect((await cloud.record(ownId(TENANT, 'v1'))).name).toBeUndefined();
  });

  it('compares and deletes the runs that are selected', async (test) => {
    const page = await browser.open(test, '/runs?group=none');
    await page.getByLabel('Select mail-sorter').check();
    await page.getByRole('button', { name: 'Export 1 run' }).waitFor();
    await page.getByLabel('Select mail-router').check();
    const compare = page.getByRole('link', { name: 'Compare 2 runs' });
    expect(await compare.getAttribute('href')).toBe('/compare?before=mails&after=mails-2');
    expect(await browser.look(page, 'runs-selected')).toEqual([]);
    await page.getByRole('button', { name: 'Delete 2 runs' }).click();
    await page.getByRole('button', { name: 'Delete 200 results' }).click();
    await rowsOf(page).getByRole('link', { name: 'mail-sorter' }).waitFor({ state: 'detached' });
    await rowsOf(page).getByRole('link', { name: 'Prompt v7' }).waitFor();
  });

  it('offers a viewer nothing that changes a run', async (test) => {
    const page = await browser.newPage(test);
    await page.goto(`/runs?group=none#key=${viewer}`);
    await page.getByText('viewer (read-only)').waitFor();
    await page.getByLabel('Select Prompt v7').check();
    await page.getByRole('button', { name: 'Export 1 run' }).waitFor();
    expect(await page.getByRole('button', { name: /^(Delete|Rename)/ }).count()).toBe(0);
  });

  it('has as many rows in the page as are in sight, however many runs there are', async (test) => {
    const page = await browser.newPage(test);
    const [run] = [runOf(past('many', 1, 50, { target_name: 'many' }))];
    await page.route('**/api/v1/runs?*', (route) => {
      const start = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
      const runs = Array.from({ length: 100 }, (_, at) => ({ ...run, evaluationId: `many-${start + at}` }));
      return route.fulfill({ json: { success: true, data: { runs, cursor: String(start + 100) } } });
    });
    await page.goto(`/runs?group=none#key=${viewer}`);
    await rowsOf(page).getByRole('link', { name: 'many' }).first().waitFor();
    for (const last of [500, 1000, 2000]) {
      await page.evaluate(`(async () => {
        while (Number(document.querySelector('table').ariaRowCount) <= ${last}) {
          scrollTo(0, document.documentElement.scrollHeight);
          await new Promise(requestAnimationFrame);
        }
      })()`);
      expect(await rowsOf(page).getByRole('row').count()).toBeLessThan(80);
    }
  });
});
