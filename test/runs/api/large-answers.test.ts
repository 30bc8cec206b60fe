import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WholeAnswer } from '../../../contracts/api/answer.ts';
import type { ItemsPage } from '../../../contracts/api/jobs.ts';
import type { RunDetail } from '../../../contracts/api/runs.ts';
import type { ResultRow } from '../../../contracts/result-row.ts';
import { ApiClient } from '../../support/api-client.ts';
import { numbers } from '../../support/counted-run.ts';
import { type CountingEndpoint, countingEndpoint } from '../../support/counting-endpoint.ts';
import { countedTarget, installationOn, register } from '../../support/job-cloud.ts';
import { RollcallCloud } from '../../support/rollcall-cloud.ts';

const TENANT = 'large';
/** 4.9 MB with its escapes, almost as much as an answer may have. */
const ANSWER = `${'x'.repeat(98)}"`.repeat(49_000);

let cloud: RollcallCloud;
let api: ApiClient;
let endpoint: CountingEndpoint;
beforeAll(async () => {
  cloud = await RollcallCloud.shared();
  api = await ApiClient.create(cloud, TENANT, 'operator');
  endpoint = await countingEndpoint(() => ({ body: { answer: ANSWER } }));
});
afterAll(() => endpoint?.close());

const wholeOf = async ({ url }: WholeAnswer) => (await fetch(url)).json();

describe('an answer of 4.9 MB', () => {
  it('is cut in its row, with a link to all of it', async () => {
    await cloud.insertDataset(`${TENANT}..one`, [{ n: 0 }]);
    const config = { executionMode: 'endpoint', endpoint: { url: endpoint.url, allowPrivateAddresses: true } };
    await api.data('POST', 'runs', { datasetId: 'one', evaluationId: 'one', config });
    await expect.poll(async () => (await api.data<RunDetail>('GET', 'runs/one')).finishedAt).toBeTruthy();
    const { whole, ...row } = await api.data<ResultRow & { whole: WholeAnswer }>('GET', 'runs/one/rows/0');
    const again = await api.data<{ whole: WholeAnswer }>('GET', 'runs/one/rows/0');
    expect(new URL(again.whole.url).pathname).toBe(new URL(whole.url).pathname);
    expect(whole.cut.sort()).toEqual(['actual_output', 'full_response']);
    expect(row.actual_output?.length).toBe(256 * 1024);
    expect(ANSWER.startsWith(row.actual_output ?? '')).toBe(true);
    expect(await wholeOf(whole)).toEqual({
      ...row,
      actual_output: ANSWER,
      full_response: JSON.stringify({ answer: ANSWER }),
    });
  });

  it('is cut in the items of its job, on pages that are shorter, and for an agent that asks over MCP', async () => {
    await register(installationOn(cloud), countedTarget('large', cloud, endpoint), TENANT);
    const batch = { integrationSlug: 'crm', actionSlug: 'large', items: numbers(2).map((input) => ({ input })) };
    const { jobId } = await api.data<{ jobId: string }>('POST', 'batch', batch);
    await expect
      .poll(async () => (await api.data<{ finishedAt?: string }>('GET', `jobs/${jobId}`)).finishedAt)
      .toBeTruthy();
    const page = await api.data<ItemsPage>('GET', `jobs/${jobId}/items`);
    expect([page.items.length, page.cursor !== undefined]).toEqual([1, true]);
    const next = await api.data<ItemsPage>('GET', `jobs/${jobId}/items?cursor=${page.cursor}`);
    expect([next.items[0]?.index, next.cursor]).toEqual([1, undefined]);
    const params = { name: 'rollcall_list_job_items', arguments: { jobId } };
    const { status, body } = await api.send('POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const { structuredContent } = (body as unknown as { result: { structuredContent: ItemsPage } }).result;
    expect([status, structuredContent.whole?.cut]).toEqual([200, ['items.0.output']]);
    expect(await wholeOf(structuredContent.whole as WholeAnswer)).toMatchObject({
      items: [{ index: 0, output: ANSWER }],
    });
  });
});
