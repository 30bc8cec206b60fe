import { CloudWatchLogsClient, FilterLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job, SubmittedJob } from '../../contracts/api/jobs.ts';
import { ApiClient } from '../support/api-client.ts';
import { numbers } from '../support/counted-run.ts';
import { type CountingEndpoint, countingEndpoint } from '../support/counting-endpoint.ts';
import { countedTarget, installationOn, register } from '../support/job-cloud.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';

let cloud: RollcallCloud;
let endpoint: CountingEndpoint;
const TENANT = 'agents';

beforeAll(async () => {
  [cloud, endpoint] = await Promise.all([RollcallCloud.shared(), countingEndpoint(() => ({}))]);
  await register(installationOn(cloud), countedTarget('update', cloud, endpoint), TENANT);
});
afterAll(() => endpoint?.close());

async function connected<T>(transport: Transport, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

async function overHttp(role: 'viewer' | 'operator'): Promise<Transport> {
  const { url, key } = await ApiClient.create(cloud, TENANT, role);
  const headers = { authorization: `Bearer ${key}` };
  return new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } });
}

const overStdio = (): Transport =>
  new StdioClientTransport({
    command: process.execPath,
    args: ['bin/rollcall.js', 'mcp', '--tenant', TENANT],
    env: {
      ...(process.env as Record<string, string>),
      AWS_ENDPOINT_URL: cloud.cloud.endpoint,
      AWS_REGION: 'us-east-1',
    },
    stderr: 'ignore',
  });

/** What an agent does: looks at its tools, submits a batch, and follows the job to its results. */
async function useTools(client: Client): Promise<void> {
  const { tools } = await client.listTools();
  const names = tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['crm_update', 'batch_crm_update', 'rollcall_get_job']));
  const use = async <T>(name: string, given: Record<string, unknown>) => {
    const { structuredContent, isError } = await client.callTool({ name, arguments: given });
    expect(isError).toBeFalsy();
    return structuredContent as T;
  };
  expect(await use('crm_update', { n: 7 })).toMatchObject({ item: { status: 'succeeded', output: 'row 7' } });
  const { jobId } = await use<SubmittedJob>('batch_crm_update', { items: numbers(3) });
  await expect.poll(async () => (await use<Job>('rollcall_get_job', { jobId })).status).toBe('completed');
  expect(await use('rollcall_list_job_items', { jobId })).toMatchObject({
    items: [{ index: 0, output: 'row 0' }, { index: 1 }, { index: 2 }],
  });
  const refused = await client.callTool({ name: 'batch_crm_update', arguments: { items: [{ n: 'x' }] } });
  expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('/n: must be integer') }] });
  await expect(client.callTool({ name: 'no_such_tool' })).rejects.toThrow('There is no tool');
}

describe('The MCP server', () => {
  it('gives an agent targets as tools and jobs to follow, over HTTP', async () => {
    await connected(await overHttp('operator'), useTools);
    const client = new CloudWatchLogsClient(cloud.settings);
    const logged = async () => {
      const filter = { logGroupName: '/aws/lambda/rollcall-api', filterPattern: '"POST /mcp"' };
      const { events = [] } = await client.send(new FilterLogEventsCommand(filter));
      return events.map(({ message = '' }) => JSON.parse(message).audit);
    };
    await expect.poll(logged).toContainEqual(expect.objectContaining({ tenant: TENANT, resource: 'batch_crm_update' }));
    expect(await logged()).toContainEqual(expect.objectContaining({ resource: 'unknown', status: 400 }));
  });

  it('does the same over stdio', async () => {
    await connected(overStdio(), useTools);
  });

  it('gives a viewer only tools that change nothing', async () => {
    const { tools } = await connected(await overHttp('viewer'), (client) => client.listTools());
    const names = tools.map(({ name }) => name);
    expect(names).toContain('rollcall_get_job');
    expect(names).not.toContain('crm_update');
    expect(names).not.toContain('rollcall_start_run');
  });

  it('requires a key, and has no streams', async () => {
    const { url, key } = await ApiClient.create(cloud, TENANT);
    const message = { jsonrpc: '2.0', id: 1, method: 'ping' };
    expect((await new ApiClient(url).send('POST', '/mcp', message)).status).toBe(401);
    const client = new ApiClient(url, key);
    expect((await client.send('POST', '/mcp', message)).body).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    expect((await client.send('GET', '/mcp')).status).toBe(405);
    expect((await client.send('POST', '/mcp', { id: 1 })).body).toMatchObject({ error: { code: -32600 } });
    expect((await client.send('POST', '/mcp', { ...message, method: 'nothing' })).body).toMatchObject({
      error: { code: -32601 },
    });
  });
});
