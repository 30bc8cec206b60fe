import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createKeyStore } from '../../../client/keys/key-store.ts';
import { ownId } from '../../../contracts/tenant.ts';
import { ConsoleBrowser } from '../../support/console-browser.ts';
import { RollcallCloud } from '../../support/rollcall-cloud.ts';

/** Of its own: the page of runs has the newest ones. */
const TENANT = 'journey';
const AGENT = 'arn:aws:states:us-east-1:000000000000:stateMachine:quickstart-agent';
const TOOL = 'arn:aws:lambda:us-east-1:000000000000:function:quickstart-ticket-tool';
const TICKETS = [
  ['Refund', 'I was charged twice.', 'billing'],
  ['Crash', 'The app crashes on start.', 'bug'],
  ['Login', 'My password is refused.', 'account'],
  ['Markup', '<b>Nothing</b> happens when I press the button. 🙂', 'bug'],
  ['Arabic', 'مرحبا، أين طلبي؟', 'question'],
  ['Empty', '', 'question'],
] as const;
const CSV = [['subject', 'body', 'expected'], ...TICKETS].map((cells) => cells.join(',')).join('\n');

let cloud: RollcallCloud;
let browser: ConsoleBrowser;
let viewer: string;
beforeAll(async () => {
  cloud = await RollcallCloud.shared();
  const keys = createKeyStore(cloud.documents, cloud.output('ApiKeysTableName'));
  const { key } = await keys.create({ name: 'journey', tenant: TENANT, role: 'admin' });
  ({ key: viewer } = await keys.create({ name: 'looks', tenant: TENANT, role: 'viewer' }));
  browser = new ConsoleBrowser(cloud.output('ApiUrl'), key);
});
afterAll(() => browser.close());
afterEach(() => {
  expect(browser.complaints.splice(0)).toEqual([]);
});

const idIn = (url: string): string => decodeURIComponent(new URL(url).pathname.split('/').pop() ?? '');

describe('a person with a browser, who has read nothing', () => {
  let dataset = '';
  let yesterday = '';
  let run = '';

  it('imports a file, runs it, and reads why all its rows failed', async (test) => {
    const page = await browser.open(test, '/datasets');
    await page.getByRole('link', { name: 'Import a dataset' }).click();
    const file = { name: 'console-tickets.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: 'Import 6 rows' }).click();
    await page.getByRole('link', { name: 'Run 6 rows' }).click();
    dataset = new URL(page.url()).searchParams.get('dataset') ?? '';
    await page.getByLabel('Lambda tool').check();
    await page.getByLabel('ARN of the function').fill(TOOL);
    // Columns are mapped by their names; somebody takes one away.
    expect(await page.getByLabel('Column of subject').inputValue()).toBe('input.subject');
    await page.getByLabel('Column of body').selectOption('none: left out');
    await page.getByRole('button', { name: /^Run \d rows?$/ }).click();
    await page.getByRole('heading', { name: '0 of 6 passed' }).waitFor({ timeout: 60_000 });
    yesterday = idIn(page.url());
    await page.getByText(/^6 × .*has no text to sort/).waitFor();
    expect(await browser.look(page, 'all-failed')).toEqual([]);
  });

  it('changes the mapping, sees what it makes of the first row, and runs again', async (test) => {
    const page = await browser.open(test, `/runs/${yesterday}`);
    await page.getByRole('link', { name: 'Change the mapping and run again' }).click();
    await page.getByRole('button', { name: 'Map by name' }).click();
    await page.getByText('input: |-').waitFor();
    await page.getByLabel('By an expression').check();
    await page.getByLabel('Expression (JSONata)').fill('{ "subject": "Re: " & input.subject, "body": input.body }');
    await page.getByText('Re: Refund').waitFor();
    await page.getByLabel('The answer, of what comes back (JSONata)').fill('category');
    await page.getByText('output: category').waitFor();
    expect(await browser.look(page, 'new-run')).toEqual([]);
    await page.getByRole('button', { name: 'Estimate from the first 5 rows' }).click();
    await page.getByText(/^All 6 rows, \d+ at once: /).waitFor({ timeout: 60_000 });
    await page.getByRole('link', { name: 'Look at them' }).waitFor();
    await page.getByRole('button', { name: 'Try one row' }).click();
    await page.getByLabel('Preview of row 1').getByText('billing').first().waitFor({ timeout: 60_000 });
    await page.reload();
    expect(await page.getByLabel('The answer, of what comes back (JSONata)').inputValue()).toBe('category');
    await page.getByText('Concurrency, retries and limits').click();
    await page.getByLabel('Rows at once').fill('1');
    await page.getByLabel('Milliseconds between starts').fill('1500');
    await page.getByRole('button', { name: /^Run \d rows?$/ }).click();
    await page.getByRole('button', { name: 'Pause' }).click({ timeout: 60_000 });
    await page.getByText('paused', { exact: true }).waitFor();
    await page.getByRole('button', { name: /^Resume \d rows?$/ }).click();
    await page.getByRole('heading', { name: '4 of 6 passed' }).waitFor({ timeout: 60_000 });
    run = idIn(page.url());
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toMatch(/1 failed · 1 error$/);
    await page.getByText('better than the previous run').waitFor();
    await page.getByRole('button', { name: /^Rename / }).click();
    await page.getByLabel('Name of the run').fill('With a subject');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Rename With a subject' }).waitFor();
    await page.getByText('has no text to sort').first().waitFor();
    expect(await browser.look(page, 'run')).toEqual([]);
  });

  it('finds the wrong answer, walks on by keyboard, and shares what is seen by its address', async (test) => {
    const page = await browser.open(test, `/runs/${run}?show=wrong`);
    await page.getByRole('button', { name: 'Open row 4' }).waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    await page.keyboard.press('j');
    const panel = page.getByRole('complementary', { name: 'Row 4' });
    await panel.getByText('<b>Nothing</b> happens').first().waitFor();
    expect(await panel.locator('mark').allTextContents()).toEqual(['bug', 'question']);
    expect(page.url()).toContain('row=3');
    await panel.getByLabel('Note').fill('both would do');
    await panel.getByRole('button', { name: 'Mark passed' }).click();
    await panel.getByRole('heading', { name: 'Marked passed' }).waitFor();
    await panel.getByRole('tab', { name: 'Request' }).click();
    await panel.getByRole('heading', { name: 'Request' }).waitFor();
    await page.waitForURL(/tab=request/);
    expect(await browser.look(page, 'row')).toEqual([]);
    const rows = page.getByRole('table', { name: 'Rows of the run' });
    await rows.getByRole('cell', { name: 'Passed', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await page.keyboard.press('j');
    await panel.waitFor();
    await page.goBack();
    await panel.waitFor({ state: 'detached' });
    expect(idIn(page.url())).toBe(run);
    await page.keyboard.press('/');
    await page.keyboard.type('nowhere');
    await page.getByText('No row matches.').waitFor();
  });

  it('selects rows by keyboard and pointer, and copies them for a spreadsheet', async (test) => {
    const page = await browser.open(test, `/runs/${run}?sort=row`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const rows = page.getByRole('table', { name: 'Rows of the run' }).getByRole('row');
    await rows.nth(2).getByRole('checkbox').check();
    await rows.nth(4).click({ modifiers: ['Shift'] });
    await page.getByText('3 rows selected').waitFor();
    expect(await browser.look(page, 'selected')).toEqual([]);
    await page.keyboard.press('Control+c');
    await page.getByText('Copied 3 rows').waitFor();
    const copied = String(await page.evaluate('navigator.clipboard.readText()')).split('\n');
    expect(copied[0]).toMatch(/^#\tResult\tMarked\tsubject\tbody\tExpected/);
    expect(copied.slice(1).map((line) => line.split('\t')[3])).toEqual(['Crash', 'Login', 'Markup']);
    await page.keyboard.press('Escape');
    await page.getByText('3 rows selected').waitFor({ state: 'detached' });
  });

  it('hands the results on as a CSV, JSON or Parquet', async (test) => {
    const page = await browser.open(test, `/runs/${run}`);
    const saved = async (choice: string): Promise<string> => {
      await page.getByRole('button', { name: 'Share' }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download', { timeout: 60_000 }),
        page.getByRole('menuitem', { name: choice, exact: true }).click(),
      ]);
      return readFileSync(await download.path(), 'utf8');
    };
    expect(JSON.parse(await saved('JSON'))).toHaveLength(6);
    expect((await saved('JSON Lines')).trim().split('\n')).toHaveLength(6);
    // So a file of Parquet begins and ends.
    expect(await saved('Parquet')).toMatch(/^PAR1[\s\S]*PAR1$/);
    const report = await saved('Download report');
    const alone = await page.context().newPage();
    await alone.route('**', (route) => route.abort());
    await alone.setContent(report);
    await alone.getByRole('heading', { name: '4 of 6 passed' }).waitFor();
    // What a row holds is shown as text.
    await alone.getByText('<b>Nothing</b> happens').first().waitFor();
    await alone.close();
    const all = await saved('CSV, for spreadsheets');
    // Excel takes it for UTF-8 by the mark at its beginning.
    expect(all).toMatch(/^\uFEFF.*sample_id/);
    expect(all).toContain('مرحبا');
    await page.getByRole('link', { name: 'Download 6 rows' }).waitFor();
    const failed = await saved('CSV of 1 error');
    expect(failed.trim().split('\n')).toHaveLength(2);
    browser.complaints.splice(0);
  });

  it('retries the failed row and compares with yesterday’s run', async (test) => {
    const page = await browser.open(test, `/runs/${run}`);
    await page.getByRole('button', { name: 'Retry 1 error' }).click();
    await vi.waitFor(
      async () =>
        expect(await cloud.record(ownId(TENANT, run))).toMatchObject({
          attempt: 2,
          status: 'completed',
          finished_at: expect.any(String),
        }),
      { timeout: 60_000 },
    );
    await page.getByRole('main').getByRole('link', { name: 'Compare', exact: true }).click();
    // The run before it is chosen already.
    await page.waitForURL(new RegExp(`before=${yesterday}`));
    await page.getByRole('heading', { name: /^No significant difference between/ }).waitFor();
    await page.getByText('Paired differences from').waitFor();
    await page.getByRole('button', { name: 'Time change' }).click();
    await page.waitForURL(/sort=-latency/);
    await page.getByRole('button', { name: '5 with an error in one run' }).click();
    await page.getByRole('button', { name: '#' }).click();
    await page.keyboard.press('j');
    await page.getByRole('complementary', { name: 'Row 1' }).getByText('billing').first().waitFor();
    expect(await browser.look(page, 'compare')).toEqual([]);
  });

  it('compares the variants of an experiment: the verdict in words, the figures, what got worse', async (test) => {
    const variant = (targetName: string, output: string) =>
      cloud.run(ownId(TENANT, `console-${targetName}`), {
        datasetId: ownId(TENANT, dataset),
        experimentId: 'console-experiment',
        targetName,
        config: { executionMode: 'tool', toolLambdaArn: TOOL, toolOutputMapping: output },
      });
    await variant('plain', 'category');
    await variant('lazy', '"bug"');
    const page = await browser.open(test, '/compare');
    await page.getByRole('link', { name: 'console-experiment' }).click();
    await page.getByRole('heading', { name: 'Rows side by side' }).waitFor({ timeout: 60_000 });
    await page.getByRole('columnheader', { name: 'lazy · 33.3%' }).waitFor();
    expect(await browser.look(page, 'experiment')).toEqual([]);
    const phone = await browser.open(test, '/experiments/console-experiment', { width: 390, theme: 'dark' });
    await phone.getByRole('heading', { name: 'Rows side by side' }).waitFor();
    expect(await phone.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(await browser.look(phone, 'experiment-phone-dark')).toEqual([]);
  });

  it('is told that whole objects were compared with texts, and takes the field that is meant', async (test) => {
    const config = { executionMode: 'tool', toolLambdaArn: TOOL };
    await cloud.run(ownId(TENANT, 'console-whole'), { datasetId: ownId(TENANT, dataset), config, limit: 2 });
    const page = await browser.open(test, '/runs/console-whole');
    await page.getByText('2 answers are each compared as a whole object').waitFor();
    await page.getByRole('link', { name: 'take category as the answer and run again' }).click();
    await page.getByText('output: category').waitFor();
  });

  it('marks what one of several models has answered, and compares them', async (test) => {
    const models = '{ "variants": [{ "name": "plain", "output": category }, { "name": "lazy", "output": "bug" }] }';
    const config = { executionMode: 'tool', toolLambdaArn: TOOL, toolOutputMapping: models };
    await cloud.run(ownId(TENANT, 'console-models'), { datasetId: ownId(TENANT, dataset), config, limit: 2 });
    const page = await browser.open(test, '/runs/console-models');
    await page.getByRole('button', { name: 'Open row 1 lazy' }).click();
    const panel = page.getByRole('complementary', { name: 'Row 1 lazy' });
    await panel.getByRole('button', { name: 'Mark failed' }).click();
    await panel.getByRole('heading', { name: 'Marked failed' }).waitFor();
    expect(await browser.look(page, 'models')).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Open row 1 plain' }).click();
    await page.getByRole('heading', { name: 'Your verdict' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Compare the models row by row' }).click();
    await page.getByRole('columnheader', { name: 'lazy · 50.0%' }).waitFor();
    await page.getByRole('columnheader', { name: 'plain · 100.0%' }).waitFor();
  });

  it('scores the answers again by other evaluators, filters by them, and takes what it sees along', async (test) => {
    const page = await browser.open(test, `/runs/${run}`);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Score again' }).click();
    await page.getByRole('button', { name: '+ Contains a text' }).click();
    expect(await browser.look(page, 'score-again')).toEqual([]);
    await page.getByRole('button', { name: 'Score 5 answers' }).click();
    await page.getByRole('button', { name: 'Show 1 failed row' }).click({ timeout: 60_000 });
    await page.getByText('1 of 6 shown').waitFor();
    expect(page.url()).toContain('filter=failedBy%3Acontains');
    await page.getByLabel('Add a filter').fill('slower than 90 s');
    await page.keyboard.press('Enter');
    await page.getByText('No row matches.').waitFor();
    await page.getByRole('button', { name: 'slower than 1m 30s ×' }).click();
    await page.getByRole('separator', { name: 'Width of subject' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(/widths=input.subject%3A\d+/);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Time', exact: true }).click();
    await page.waitForURL(/hide=latency/);
    await page.getByRole('columnheader', { name: 'Time' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Answer', exact: true }).click();
    await page.waitForURL(/sort=answer/);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Save as monitor' }).click();
    await page.getByLabel('Name', { exact: true }).fill('console-tickets');
    await page.getByRole('button', { name: 'Create the monitor' }).click();
    await page.waitForURL(/monitors\/console-tickets$/);
  });

  it('finds its way by ⌘K, and every page of the navigation is fit for all', async (test) => {
    const page = await browser.open(test, '/runs');
    await page.getByRole('row', { name: run }).waitFor();
    // What was tried for an estimate is no run.
    expect(await page.getByText(/^estimate-/).count()).toBe(0);
    await page.keyboard.press('Control+k');
    await page.getByLabel('Where to').fill(`dataset console-tickets`);
    await page.getByRole('option', { name: /console-tickets/ }).waitFor();
    expect(await browser.look(page, 'go-to')).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'console-tickets' }).waitFor();
    const links = await page.getByLabel('Pages').getByRole('link').all();
    const names = await Promise.all(links.map((link) => link.textContent()));
    expect(names).toEqual(expect.arrayContaining(['Runs', 'Compare', 'Datasets', 'Targets', 'Jobs', 'Keys']));
    for (const name of names) {
      await page
        .getByLabel('Pages')
        .getByRole('link', { name: name ?? '' })
        .click();
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await browser.look(page, `page-${name?.toLowerCase()}`)).toEqual([]);
    }
  });

  it('runs the rows through an agent, and reads the trace of each', async (test) => {
    const page = await browser.open(test, `/new-run?dataset=${dataset}`);
    await page.getByLabel('Step Functions agent').check();
    await page.getByLabel('ARN of the state machine').fill(AGENT);
    await page.getByText('Concurrency, retries and limits').click();
    await page.getByLabel('Only the first rows').fill('2');
    expect(await browser.look(page, 'new-run-agent')).toEqual([]);
    await page.getByRole('button', { name: /^Run \d rows?$/ }).click();
    await page.getByRole('heading', { name: '2 of 2 passed' }).waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Open row 1', exact: true }).click();
    const panel = page.getByRole('complementary', { name: 'Row 1' });
    await panel.getByRole('tab', { name: 'Attempts' }).click();
    await panel.getByText('The row’s own trace:').waitFor();
    await panel.getByText(/execution:quickstart-agent:rc-/).waitFor();
  });

  it('is shown what there is to see with a viewer’s key, and nothing that it may not do', async (test) => {
    const page = await browser.newPage(test);
    await page.goto(`/runs/${run}#key=${viewer}`);
    await page.getByRole('button', { name: 'Share' }).waitFor();
    await page.getByText('viewer (read-only)').waitFor();
    const offered = page.getByRole('button', { name: /^(Retry|More)/ });
    expect(await offered.count()).toBe(0);
    expect(await page.getByRole('link', { name: /run again/i }).count()).toBe(0);
    await page.getByRole('button', { name: 'Open row 1', exact: true }).click();
    await page.getByRole('tab', { name: 'Request' }).click();
    await page.getByRole('heading', { name: 'Request' }).waitFor();
    expect(await page.getByRole('button', { name: /^Mark/ }).count()).toBe(0);
    for (const [path, why] of [
      ['/new-run', 'starting a run takes the role operator'],
      ['/datasets/new', 'importing a dataset takes the role operator'],
      ['/new-target', 'registering a target takes the role admin'],
    ] as const) {
      await page.goto(path);
      await page.getByText(why).waitFor();
      expect(await browser.look(page, `viewer${path.replaceAll('/', '-')}`)).toEqual([]);
    }
  });

  it('reads it on a phone in the dark', async (test) => {
    const page = await browser.open(test, `/runs/${run}`, { width: 390, theme: 'dark' });
    await page.getByRole('button', { name: 'Open row 1', exact: true }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(await browser.look(page, 'run-phone-dark')).toEqual([]);
  });

  it('deletes the run, asked once and by its name', async (test) => {
    const page = await browser.open(test, `/runs/${run}`);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: `Delete the run ${run}?` });
    await dialog.getByRole('button', { name: 'Delete 6 results' }).click();
    await page.waitForURL(/\/runs$/);
    await page.getByRole('heading', { name: 'Runs' }).waitFor();
    expect(await browser.look(page, 'runs')).toEqual([]);
  });

  it('registers a target, submits a batch to it and follows the job to its failed item', async (test) => {
    const page = await browser.open(test, '/new-target');
    await page.getByLabel('Integration').fill('console');
    await page.getByLabel('Action').fill('sort_ticket');
    await page.getByLabel('What it does, for people and models').fill('Sorts a ticket');
    await page.getByLabel('Lambda tool').check();
    await page.getByLabel('ARN of the function').fill(TOOL);
    await page
      .getByLabel('JSON Schema of an item’s input')
      .fill('{ "type": "object", "properties": { "subject": { "type": "string" }, "body": { "type": "string" } } }');
    await page.getByLabel('Batches may be submitted to it').check();
    await page.getByRole('button', { name: 'Register it' }).click();
    await page.getByText('batch_console_sort_ticket').waitFor();
    expect(await browser.look(page, 'target')).toEqual([]);
    await page.getByRole('link', { name: 'New batch' }).click();
    await page.getByLabel('Items: a JSON array').fill('subject,body\nRefund,I was charged twice\nEmpty,');
    expect(await browser.look(page, 'new-batch')).toEqual([]);
    await page.getByRole('button', { name: 'Submit 2 items' }).click();
    await page.getByRole('heading', { name: '1 of 2 items answered · 1 error' }).waitFor({ timeout: 60_000 });
    await page.getByText('has no text to sort').first().waitFor();
    await page.getByRole('button', { name: 'all' }).click();
    await page.getByRole('row', { name: '1 Answered' }).waitFor();
    await page.getByRole('button', { name: 'Error 1', exact: true }).click();
    await page.keyboard.press('j');
    await page.getByRole('complementary', { name: 'Item 2' }).getByText('has no text to sort').first().waitFor();
    expect(await browser.look(page, 'job')).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Retry 1 error' }).click();
    await vi.waitFor(async () => expect((await cloud.record(ownId(TENANT, idIn(page.url())))).attempt).toBe(2), {
      timeout: 60_000,
    });
    const job = idIn(page.url());
    await page.getByLabel('Pages').getByRole('link', { name: 'Jobs' }).click();
    await page.getByRole('row', { name: job }).waitFor();
  });

  it('registers an API that takes many items in one call, and is told so where batches are submitted', async (test) => {
    const page = await browser.open(test, '/new-target');
    await page.getByLabel('Integration').fill('console');
    await page.getByLabel('Action').fill('update_ticket');
    await page.getByLabel('What it does, for people and models').fill('Updates a ticket');
    await page.getByLabel('Address every row is sent to').fill('https://tickets.example.com/update');
    await page.getByLabel('Batches may be submitted to it').check();
    await page.getByLabel('The API takes many items in one call').check();
    await page.getByLabel('Bulk address').fill('/bulk');
    await page.getByRole('button', { name: 'Register it' }).click();
    await page.getByText('batch_console_update_ticket').waitFor();
    await page.getByRole('link', { name: 'New batch' }).click();
    await page.getByText('Bulk route available').waitFor();
  });
});
