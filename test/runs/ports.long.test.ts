import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { expect, it, onTestFinished } from 'vitest';
import { countingEndpoint } from '../support/counting-endpoint.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';

it('follows the local cloud to other ports: rows that failed reach their dead-letter queue at once', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-ports-'));
  const endpoint = await countingEndpoint(() => ({ status: 503 }));
  onTestFinished(async () => {
    await endpoint.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const executor = { retryPolicy: { maxAttempts: 1 }, maxConcurrency: 2 };
  const config = { endpoint: { url: endpoint.url, allowPrivateAddresses: true }, executor };
  const addresses = new Set<string>();
  // The third time it is not given the stacks: it has them.
  for (const [index, assemblies] of [undefined, undefined, []].entries()) {
    const rollcall = await RollcallCloud.open(dataDir, assemblies);
    try {
      if (index === 0) await rollcall.insertDataset('ports', [{ n: 0 }, { n: 1 }]);
      const before = performance.now();
      const evaluationId = `ports-${index}`;
      expect(await rollcall.run(evaluationId, { datasetId: 'ports', config })).toMatchObject({ failed: 2 });
      expect(performance.now() - before).toBeLessThan(20_000);
      const QueueUrl = rollcall.output('RowDeadLetterQueueUrl');
      expect(new URL(QueueUrl).origin).toBe(rollcall.cloud.endpoint);
      const sqs = new SQSClient(rollcall.settings);
      const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }));
      const letters = Messages.map(({ Body = '' }) => JSON.parse(Body) as { evaluationId: string });
      expect(letters.filter((letter) => letter.evaluationId === evaluationId)).toHaveLength(2);
      const api = rollcall.output('ApiUrl');
      expect((await fetch(`${api}/api/v1/keys`)).status).toBe(401);
      addresses.add(rollcall.cloud.endpoint).add(api);
    } finally {
      await rollcall.cloud.close();
    }
    // Somebody else takes its ports.
    for (const address of addresses) {
      const taken = createServer()
        .listen(Number(new URL(address).port), '127.0.0.1')
        .on('error', () => {});
      onTestFinished(() => void taken.close());
    }
  }
  expect(addresses.size).toBe(6);
});
