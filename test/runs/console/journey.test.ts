import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createKeyStore } from '../../../client/keys/key-store.ts';
import { ConsoleBrowser } from '../../support/console-browser.ts';
import { RollcallCloud } from '../../support/rollcall-cloud.ts';

const TOOL = 'arn:aws:lambda:us-east-1:000000000000:function:quickstart-ticket-tool';
const DATASET = 'console-tickets';
const TICKETS = [
  ['Refund', 'I was charged twice.', 'billing'],
  ['Crash', 'The app crashes on start.', 'bug'],
  ['Login', 'My password is refused.', 'account'],
  ['Markup', '<b>Nothing</b> happens when I press the button. 🙂', 'bug'],
  ['Arabic', 'مرحبا، أين طلبي؟', 'question'],
  ['Empty', '', 'question'],
] as const;

let cloud: RollcallCloud;
let browser: ConsoleBrowser;
beforeAll(async () => {
  cloud = await RollcallCloud.shared();
  const keys = createKeyStore(cloud.documents, cloud.output('ApiKeysTableName'));
  const { key } = await keys.create({ name: 'journey', tenant: 'default', role: 'admin' });
  browser = new ConsoleBrowser(cloud.output('ApiUrl'), key);
  const inputs = TICKETS.map(([subject, body]) => ({ subject, body }));
  await cloud.insertDataset(
    DATASET,
    inputs,
    TICKETS.map(([, , expected]) => expected),
  );
});
afterAll(() => browser.close());
afterEach(() => {
  expect(browser.complaints.splice(0)).toEqual([]);
});

describe('a person with a browser', () => {
  let run = '';

  it('starts a run over a dataset, with the mapping tried on its first row, and reads how it went', async (test) => {
    const page = await browser.open(test, `/new-run?dataset=${DATASET}`);
    await page.getByLabel('Lambda tool').check();
    await page.getByLabel('ARN of the function').fill(TOOL);
    await page.getByLabel('Expression (JSONata)').fill('{ "subject": "Re: " & input.subject, "body": input.body }');
    await page.getByText('Re: Refund').waitFor();
    await page.getByLabel('The answer, of what comes back (JSONata)').fill('category');
    await page.getByText('output: category').waitFor();
    expect(await browser.look(page, 'new-run')).toEqual([]);
    await page.getByRole('button', { name: 'Estimate from the first 5 rows' }).click();
    await page.getByText(/^All 6 rows, \d+ at once: /).waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Start the run' }).click();
    await page.waitForURL(/\/runs\/console-tickets/);
    run = decodeURIComponent(new URL(page.url()).pathname.split('/').pop() ?? '');
    await page.getByRole('heading', { name: '4 of 6 right' }).waitFor({ timeout: 60_000 });
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toMatch(/1 wrong · 1 failed$/);
    await page.getByText('has no text to sort').first().waitFor();
    expect(await browser.look(page, 'run')).toEqual([]);
  });

  it('finds the wrong answer, walks on by keyboard, and shares what is seen by its address', async (test) => {
    const page = await browser.open(test, `/runs/${run}?show=wrong`);
    await page.getByRole('button', { name: 'Open row 4' }).waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    await page.keyboard.press('j');
    const panel = page.getByRole('complementary', { name: 'Row 4' });
    await panel.getByText('<b>Nothing</b> happens').waitFor();
    expect(await panel.locator('ins').textContent()).toBe('question');
    expect(page.url()).toContain('row=3');
    await panel.getByLabel('Note').fill('both would do');
    await panel.getByRole('button', { name: 'Mark right' }).click();
    await panel.getByRole('heading', { name: 'Marked right' }).waitFor();
    expect(await browser.look(page, 'row')).toEqual([]);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await page.keyboard.type('nowhere');
    await page.getByText('No row matches.').waitFor();
  });

  it('hands the results on as a CSV', async (test) => {
    const page = await browser.open(test, `/runs/${run}`);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('button', { name: 'CSV' }).click();
    const link = page.getByRole('link', { name: 'Download 6 rows' });
    await link.waitFor({ timeout: 60_000 });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(readFileSync(await download.path(), 'utf8').split('\n')[0]).toContain('sample_id');
    browser.complaints.splice(0);
  });

  it('retries the failed rows and compares with another run', async (test) => {
    const page = await browser.open(test, `/runs/${run}`);
    await page.getByRole('button', { name: 'Retry 1 failed row' }).click();
    await vi.waitFor(
      async () =>
        expect(await cloud.record(run)).toMatchObject({
          attempt: 2,
          status: 'completed',
          finished_at: expect.any(String),
        }),
      { timeout: 60_000 },
    );
    await page.goto(`/compare?before=${run}&after=${run}`);
    await page.getByRole('heading', { name: 'Nothing changed on 6 rows' }).waitFor();
    expect(await browser.look(page, 'compare')).toEqual([]);
  });

  it('compares the variants of an experiment: the verdict in words, the figures, what got worse', async (test) => {
    const variant = (targetName: string, output: string) =>
      cloud.run(`console-${targetName}`, {
        datasetId: DATASET,
        experimentId: 'console-experiment',
        targetName,
        config: { executionMode: 'tool', toolLambdaArn: TOOL, toolOutputMapping: output },
      });
    await variant('plain', 'category');
    await variant('lazy', '"bug"');
    const page = await browser.open(test, '/compare');
    await page.getByRole('link', { name: 'console-experiment' }).click();
    await page.getByRole('heading', { name: 'Rows that changed' }).waitFor({ timeout: 60_000 });
    await page.getByRole('row', { name: /^lazy/ }).first().waitFor();
    expect(await browser.look(page, 'experiment')).toEqual([]);
    const phone = await browser.open(test, '/experiments/console-experiment', { width: 390, theme: 'dark' });
    await phone.getByRole('heading', { name: 'Rows that changed' }).waitFor();
    expect(await phone.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(await browser.look(phone, 'experiment-phone-dark')).toEqual([]);
  });

  it('reads it on a phone in the dark', async (test) => {
    const page = await browser.open(test, `/runs/${run}`, { width: 390, theme: 'dark' });
    await page.getByRole('button', { name: 'Open row 1', exact: true }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(await browser.look(page, 'run-phone-dark')).toEqual([]);
  });

  it('deletes the run, asked once and by its name', async (test) => {
    const page = await browser.open(test, `/runs/${run}`);
    await page.getByRole('button', { name: 'Delete' }).click();
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
    await page.getByRole('heading', { name: '1 of 2 items succeeded · 1 failed' }).waitFor({ timeout: 60_000 });
    await page.getByText('has no text to sort').first().waitFor();
    expect(await browser.look(page, 'job')).toEqual([]);
    const job = decodeURIComponent(new URL(page.url()).pathname.split('/').pop() ?? '');
    await page.getByLabel('Pages').getByRole('link', { name: 'Jobs' }).click();
    await page.getByRole('link', { name: job }).waitFor();
  });
});
