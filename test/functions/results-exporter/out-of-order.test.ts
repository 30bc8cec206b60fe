import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { tablesOf } from '../../../core/sql/tables.ts';
import { exportResults } from '../../../functions/results-exporter/export-results.ts';
import { logger } from '../../../functions/shared/powertools.ts';
import { download, settledRow, stageRows } from '../../support/exports.ts';
import { RollcallCloud } from '../../support/rollcall-cloud.ts';

const ID = 'out-of-order';
let cloud: RollcallCloud;
beforeAll(async () => {
  cloud = await RollcallCloud.shared();
  await stageRows(
    cloud,
    [0, 1, 2, 3].map((row) => settledRow(ID, row, { actual_output: `answer ${row}` })),
  );
});
afterEach(() => vi.restoreAllMocks());

/** An S3 client to which Athena's files have their rows the other way round. */
function backwards(): S3Client {
  const s3 = new S3Client(cloud.settings);
  s3.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const { Bucket, Prefix } = args.input as { Bucket?: string; Prefix?: string };
        if (commandName === 'ListObjectsV2Command' && Prefix?.includes('/export/')) await reverse(Bucket, Prefix);
        return next(args);
      },
    { step: 'initialize' },
  );
  return s3;
}

async function reverse(Bucket = '', Prefix = ''): Promise<void> {
  const { Contents = [] } = await cloud.s3.send(new ListObjectsV2Command({ Bucket, Prefix }));
  for (const { Key } of Contents) {
    const { Body } = await cloud.s3.send(new GetObjectCommand({ Bucket, Key }));
    const lines = ((await Body?.transformToString()) ?? '').split('\n').filter((line) => line !== '');
    await cloud.s3.send(new PutObjectCommand({ Bucket, Key, Body: `${lines.reverse().join('\n')}\n` }));
  }
}

async function exported(s3: S3Client): Promise<string[]> {
  const request = { evaluationId: ID, format: 'json', columns: ['_row_index', 'actual_output'], link: false };
  const answer = await exportResults(request, {
    athena: cloud.athena,
    s3,
    sfn: cloud.sfn,
    bucket: cloud.output('DataBucketName'),
    workGroup: cloud.output('WorkGroupName'),
    runs: cloud.runs,
    isMarked: async () => false,
    tables: tablesOf({ catalog: cloud.output('CatalogName'), database: cloud.output('DatabaseName') }),
    milliseconds: 60_000,
  });
  const text = (await download(cloud, answer)).toString();
  return [...text.matchAll(/answer (\d)/g)].map(([, row = '']) => row);
}

describe('an export', () => {
  it('is not sorted in memory when Athena keeps the order', async () => {
    const warn = vi.spyOn(logger, 'warn');
    expect(await exported(cloud.s3)).toEqual(['0', '1', '2', '3']);
    expect(warn).not.toHaveBeenCalled();
  });

  it('is sorted, and says so, when it does not', async () => {
    const warn = vi.spyOn(logger, 'warn').mockImplementation(() => {});
    expect(await exported(backwards())).toEqual(['0', '1', '2', '3']);
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.anything(), { evaluationId: ID });
  });
});
