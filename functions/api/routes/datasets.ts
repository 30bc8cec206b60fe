import { connectDatasets } from '../../../client/connect/connect-datasets.ts';
import { type DatasetSummary, listDatasets } from '../../../client/datasets/list-datasets.ts';
import { findDataset, showDataset } from '../../../client/datasets/show-dataset.ts';
import {
  datasetListSchema,
  datasetParamsSchema,
  datasetRowsQuerySchema,
  datasetRowsSchema,
  datasetSchema,
} from '../../../contracts/api/datasets.ts';
import { ownerOf, ownId } from '../../../contracts/tenant.ts';
import { type Route, route } from '../route.ts';

const shown = (dataset: DatasetSummary) => ({ ...dataset, datasetId: ownerOf(dataset.datasetId).id });

/** Lambda answers with 6 MB at most. */
const LARGEST_ANSWER = 4 * 1024 * 1024;

/** As many of the first rows as an answer holds. */
function fitting<Row>(rows: readonly Row[]): Row[] {
  let bytes = 0;
  return rows.filter((row) => {
    bytes += Buffer.byteLength(JSON.stringify(row));
    return bytes <= LARGEST_ANSWER;
  });
}

/** What runs are made over. */
export const datasetRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/datasets',
    summary: 'Lists datasets, newest first.',
    role: 'viewer',
    answer: datasetListSchema,
    async handler({ caller }, { installation }) {
      const all = await listDatasets(connectDatasets(installation));
      return { datasets: all.filter(({ datasetId }) => ownerOf(datasetId).tenant === caller.tenant).map(shown) };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/datasets/{id}',
    summary: 'Returns a dataset.',
    role: 'viewer',
    params: datasetParamsSchema,
    answer: datasetSchema,
    async handler({ caller, params }, { installation }) {
      const id = ownId(caller.tenant, params.id);
      const { sourceFormat: _format, ...dataset } = await findDataset(id, connectDatasets(installation));
      return shown(dataset);
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/datasets/{id}/rows',
    summary: 'Returns the first rows of a dataset, up to 4 MB.',
    role: 'viewer',
    params: datasetParamsSchema,
    query: datasetRowsQuerySchema,
    answer: datasetRowsSchema,
    async handler({ caller, params, query }, { installation }) {
      const id = ownId(caller.tenant, params.id);
      const { sample } = await showDataset(id, connectDatasets(installation), query.limit);
      return { rows: fitting(sample).map((row) => ({ ...row })) };
    },
  }),
];
