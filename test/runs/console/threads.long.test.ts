import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient } from '../../support/api-client.ts';
import { ConsoleBrowser } from '../../support/console-browser.ts';
import { RollcallCloud } from '../../support/rollcall-cloud.ts';

/** Longer than a phone is wide. */
const ARABIC = 'أين طلبي؟ لقد دفعت ثمنه قبل أسبوعين ولم يصل بعد، وأنا في انتظاره كل يوم منذ ذلك الحين.';
/** Whether the first letter of what is listed so is in sight. */
const BEGINS_IN_SIGHT = `(() => {
  const link = [...document.querySelectorAll('td a')].find((one) => one.textContent.startsWith('أين'));
  const letter = document.createRange();
  letter.setStart(link.firstChild, 0);
  letter.setEnd(link.firstChild, 1);
  return letter.getBoundingClientRect().right <= link.closest('td').getBoundingClientRect().right;
})()`;

let browser: ConsoleBrowser;
beforeAll(async () => {
  const cloud = await RollcallCloud.shared();
  const api = await ApiClient.create(cloud, 'console-threads');
  browser = new ConsoleBrowser(cloud.output('ApiUrl'), api.key ?? '');
  const turn = (thread_id: string, number: number, output: string) => ({
    trace_id: `${thread_id}-${number}`,
    thread_id,
    started_at: new Date(Date.now() - 3_600_000 + number * 60_000).toISOString(),
    input: `question ${number}`,
    output,
    latency: 820,
    cost: 0.001,
    metadata: { channel: 'chat' },
  });
  const traces = [
    { ...turn('order/17', 1, 'Gladly 🙂'), input: { question: 'Where is my order?' } },
    turn('order/17', 2, 'سيصل غدا'),
    { ...turn('refund-7', 1, 'sorry'), input: ARABIC },
    { ...turn('refund-7', 2, ''), output: undefined, error: 'It broke\nat line 2' },
    ...Array.from({ length: 20 }, (_, at) => turn(`more-${at}-${'x'.repeat(60)}`, 3, 'yes '.repeat(400))),
  ];
  await api.data('POST', 'traces', { traces });
});
afterAll(() => browser.close());
afterEach(() => {
  expect(browser.complaints.splice(0)).toEqual([]);
});

describe('threads and monitors in the console', () => {
  it('conversations are listed, found and read', async (test) => {
    const page = await browser.open(test, '/threads');
    await page.getByText('22 conversations, 24 turns').waitFor();
    expect(await browser.look(page, 'threads')).toEqual([]);
    await page.getByLabel('Search by id or first question').fill('MY ORDER');
    await page.getByText('1 conversation, 2 turns').waitFor();
    // Called by what it begins with; its id stands beside it.
    await page.getByRole('cell', { name: 'order/17' }).waitFor();
    await page.getByRole('link', { name: 'Where is my order?' }).click();
    await page.getByText('سيصل غدا').waitFor();
    await page.getByRole('heading', { name: 'Where is my order?' }).waitFor();
    expect(await browser.look(page, 'conversation')).toEqual([]);
    const phone = await browser.open(test, '/threads?thread=refund-7', { width: 390, theme: 'dark' });
    await phone.getByText('It broke').waitFor();
    expect(await phone.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(await browser.look(phone, 'conversation-phone-dark')).toEqual([]);
  });

  it('a monitor is set up by its form, tested, switched on, and shows what it found', async (test) => {
    const page = await browser.open(test, '/monitors');
    await page.getByRole('link', { name: 'Create a monitor' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('stays-polite');
    await page.getByRole('button', { name: 'input, output' }).click();
    const picker = page.getByRole('group', { name: 'Fields of each turn in messages' });
    await picker.getByRole('menuitemcheckbox', { name: 'timestamp' }).click();
    const box = await picker.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(900);
    // What lies below an open menu is half covered.
    const found = await browser.look(page, 'monitor-form-menu');
    expect(found.filter((one) => !one.includes('target-size'))).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add a field of the trace' }).click();
    await page.getByLabel('Name of the field', { exact: true }).fill('channel');
    await page.getByLabel('What channel is').selectOption('metadata');
    await page.getByLabel('Which part of metadata', { exact: true }).fill('channel');
    await page.getByRole('region', { name: 'What evaluators see' }).getByText('chat').first().waitFor();
    await page.getByLabel('Quiet for (seconds)').fill('0');
    expect(await browser.look(page, 'monitor-form')).toEqual([]);
    await page.getByRole('button', { name: 'Save turned off, to test it' }).click();
    await page.getByText('No results yet').waitFor();
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Test on the last 20 threads' }).click();
    await page.getByRole('region', { name: 'Test' }).getByText('of 20 results passed').waitFor();
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('button', { name: 'Turn off' }).waitFor();
    await page.getByRole('button', { name: 'Backfill' }).click();
    await page.getByRole('menuitem', { name: 'Evaluate the last 7 days' }).click();
    await page.getByText('21 of 22 results passed (95.5%) · 1 failed').waitFor({ timeout: 30_000 });
    await page.getByRole('region', { name: 'Results', exact: true }).getByRole('button', { name: 'Failed' }).click();
    expect(await browser.look(page, 'monitor')).toEqual([]);
    await page.getByRole('region', { name: 'Results', exact: true }).getByRole('link', { name: 'refund-7' }).click();
    await page.getByText('Threads / refund-7').waitFor();
    for (const [name, path] of [
      ['monitor-phone-dark', '/monitors/stays-polite'],
      ['monitor-form-phone-dark', '/monitors/stays-polite/edit'],
      ['threads-phone-dark', '/threads'],
    ] as const) {
      const phone = await browser.open(test, path, { width: 390, theme: 'dark' });
      await phone
        .getByText(/polite|conversations/)
        .first()
        .waitFor();
      expect(await phone.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
      expect(await browser.look(phone, name)).toEqual([]);
      if (path === '/threads') expect(await phone.evaluate(BEGINS_IN_SIGHT)).toBe(true);
    }
  }, 120_000);
});
