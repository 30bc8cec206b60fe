import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteDataset, exportDataset, importDataset, listDatasets } from '../../../client/datasets/index.ts';
import { type StorageCloud, startStorageCloud } from '../../support/storage-cloud.ts';

describe('datasets in an S3 table bucket', () => {
  let cloud: StorageCloud;
  beforeAll(async () => {
    cloud = await startStorageCloud({ tables: 's3tables' });
  });
  afterAll(() => cloud.close());

  it('are imported, listed, exported and deleted as in the Glue catalog', async () => {
    const { datasetId } = await importDataset({ rows: [{ q: 'x' }, { q: 'y' }] }, { name: 'in a table bucket' }, cloud);
    expect(await listDatasets(cloud)).toMatchObject([{ datasetId, rows: 2 }]);
    let text = '';
    for await (const chunk of (await exportDataset(datasetId, cloud)).bytes) text += chunk.toString();
    expect(text).toBe('{"q":"x"}\n{"q":"y"}\n');
    await deleteDataset(datasetId, cloud);
    expect(await listDatasets(cloud)).toEqual([]);
  });
});
