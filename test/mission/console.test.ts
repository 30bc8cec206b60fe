import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createKeyStore } from '../../client/keys/key-store.ts';
import { ConsoleBrowser } from '../support/console-browser.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';

/** One column holds a conversation. */
const WIZARD = `question,label,team,chat
Why? 🙂,because,red,"[{""input"":""Hi"",""output"":""Hello!"",""model"":""x""}]"
أين؟,there,blue,"[]"
`;
/** In the page, where a clipboard is: tabs between cells, quotes doubled. */
const PASTE = `{
  const cell = document.querySelector('[aria-label="Row 2, column 1"]');
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', 'Pasted?\\tyes\\n"With a ""quote"""\\tno');
  cell.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}`;

let cloud: RollcallCloud;
let browser: ConsoleBrowser;
let key: string;
beforeAll(async () => {
  cloud = await RollcallCloud.shared();
  const keys = createKeyStore(cloud.documents, cloud.output('ApiKeysTableName'));
  ({ key } = await keys.create({ name: 'console', tenant: 'default', role: 'admin' }));
  browser = new ConsoleBrowser(cloud.output('ApiUrl'), key);
});
afterAll(() => browser.close());
afterEach(() => {
  expect(browser.complaints.splice(0)).toEqual([]);
});

describe('The console in a browser', () => {
  it('is served at each of its addresses, by a content policy that lets nothing else in', async () => {
    const url = cloud.output('ApiUrl');
    const page = await fetch(`${url}/runs/some-run`, { headers: { accept: 'text/html' } });
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'/);
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const [script = ''] = /\/assets\/main-\w+\.js/.exec(await page.text()) ?? [];
    const asset = await fetch(`${url}${script}`);
    expect(asset.headers.get('content-encoding')).toBe('gzip');
    expect(asset.headers.get('cache-control')).toMatch(/immutable/);
    expect((await fetch(`${url}/assets/nothing.js`)).status).toBe(404);
  });

  it('asks for a key, rejects a wrong one, and keeps it in open tabs only', async (test) => {
    const page = await browser.newPage(test);
    await page.goto('/keys');
    await page.getByLabel('Your key').fill('rk_wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The key is not known here').waitFor();
    browser.complaints.splice(0);
    expect(await browser.look(page, 'sign-in')).toEqual([]);
    await page.getByLabel('Your key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Keys' }).waitFor();
    expect(await page.evaluate('localStorage.length + document.cookie.length')).toBe(0);
    const second = await page.context().newPage();
    await second.goto('/targets');
    await second.getByRole('heading', { name: 'Targets', exact: true }).waitFor();
    await second.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Your key').waitFor();
  });

  it('says when the API is unreachable, and recovers by itself', async (test) => {
    const page = await browser.open(test, '/keys');
    await page.getByRole('heading', { name: 'Keys' }).waitFor();
    await page.route('**/api/**', (route) => route.abort());
    await page.goto('/runs/nonsense');
    await page.getByRole('alert').waitFor({ timeout: 2000 });
    await page.getByRole('status', { name: 'Loading the run' }).waitFor();
    await page.unroute('**/api/**');
    await page.getByText('RunNotFound').waitFor();
    expect(await page.getByRole('alert').count()).toBe(1);
    browser.complaints.splice(0);
  });

  it('previews a file, says where it is broken, imports it, and deletes it by its name', async (test) => {
    const page = await browser.open(test, '/datasets/new');
    const drop = (name: string, text: string) =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    await drop('broken.csv', 'question,team\n"open,red\n');
    await page.getByText('Line 2').waitFor();
    await drop('wizard.csv', WIZARD);
    await page.getByRole('button', { name: 'Import 2 rows' }).waitFor();
    await page.getByRole('button', { name: 'Compare answers with it' }).click();
    expect(await page.getByLabel('label is').inputValue()).toBe('expected');
    await page.getByLabel('team is').selectOption('kept, not sent');
    await page.getByText('أين؟').waitFor();
    // The warning that it would be sent to the target goes with the choice.
    await page.getByText('looks like the right answer').waitFor({ state: 'detached' });
    expect(await browser.look(page, 'import')).toEqual([]);
    await page.getByLabel('Name', { exact: true }).fill('Wizard questions');
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByRole('heading', { name: 'Wizard questions' }).waitFor();
    await page.getByText('team (metadata)').waitFor();
    await page.getByRole('columnheader', { name: 'expected' }).waitFor();
    expect(await browser.look(page, 'dataset')).toEqual([]);
    await page.getByRole('link', { name: 'Run 2 rows' }).click();
    await page.getByLabel('chat is a conversation').check();
    await page.getByLabel('input', { exact: true }).check();
    await page.getByText('threadFields:').waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete the dataset Wizard questions?' });
    await dialog.getByRole('button', { name: 'Delete 2 rows' }).click();
    await page.waitForURL(/\/datasets$/);
    const phone = await browser.open(test, '/datasets/new', { width: 390, theme: 'dark' });
    await phone.getByLabel('Row 1, column 1').fill('Typed on a phone?');
    // A block of cells as a spreadsheet copies it goes over the table from a cell on.
    await phone.evaluate(PASTE);
    expect(await phone.getByLabel('Row 3, column 1').inputValue()).toBe('With a "quote"');
    await phone.getByRole('button', { name: 'Take 3 rows' }).click();
    await phone.getByRole('button', { name: 'Import 3 rows' }).waitFor();
    expect(await phone.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(await browser.look(phone, 'import-phone-dark')).toEqual([]);
    // The broken file was refused with status 400, which a browser counts as an error.
    browser.complaints.splice(0);
  });

  it('creates a key that is shown once, and revokes it', async (test) => {
    const page = await browser.open(test, '/keys');
    await page.getByLabel('Purpose').fill('nightly job');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('It is shown only once').waitFor();
    expect(page.url()).not.toContain('rk_');
    const row = page.getByRole('row', { name: /nightly job/ });
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('button', { name: 'Revoke nightly job' }).click();
    await row.getByText('revoked').waitFor();
    expect(await browser.look(page, 'keys')).toEqual([]);
  });
});
