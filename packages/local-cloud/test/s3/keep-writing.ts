import { createS3Service } from '../../src/s3/service.ts';
import { createTestCloud } from '../support/create-test-cloud.ts';

/** Writes and overwrites objects of all sizes until it is killed, and says which writes were acknowledged. */
const cloud = await createTestCloud(async (context) => [await createS3Service(context)], { dataDir: process.argv[2] });
const { administrator } = cloud.context;
await cloud.context.call('s3', 'CreateBucket', { Bucket: 'things' }, administrator);

async function keepWriting(writer: number): Promise<never> {
  for (let turn = 0; ; turn++) {
    const size = turn % 5 === 0 ? 3_000_000 : 1 + ((turn * 7919) % 50_000);
    const Key = `writer-${writer}/${turn % 20}`;
    const Body = Buffer.alloc(size, (writer * 31 + turn) % 256);
    const input = { Bucket: 'things', Key, Body, Metadata: { size: String(size) } };
    await cloud.context.call('s3', 'PutObject', input, administrator);
    process.stdout.write(`${Key}\n`);
  }
}

await Promise.all([0, 1, 2, 3].map(keepWriting));
