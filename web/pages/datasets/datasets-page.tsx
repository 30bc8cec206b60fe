import { Link, useLocation } from 'wouter';
import type { Dataset } from '../../../contracts/api/datasets.ts';
import { count } from '../../../core/format.ts';
import { useDatasets } from '../../api/datasets.ts';
import { ActionLink } from '../../parts/action-link.tsx';
import { Ago } from '../../parts/ago.tsx';
import { Allowed } from '../../parts/allowed.tsx';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ErrorNote } from '../../parts/note.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { TryExample } from '../../parts/try-example.tsx';
import { useTitle } from '../../parts/use-title.ts';

const pathOf = ({ datasetId }: Dataset): string => `/datasets/${encodeURIComponent(datasetId)}`;

/** Rows that came in a request have no file. */
const nameOfSource = (source: string | undefined) =>
  source === undefined || source === 'rows' ? (
    <span className="muted">{source ? 'rows in a request' : 'written by SQL'}</span>
  ) : (
    source
  );

const COLUMNS: readonly Column<Dataset>[] = [
  {
    id: 'name',
    title: 'Name',
    cell: (dataset) => <Link href={pathOf(dataset)}>{dataset.name ?? dataset.datasetId}</Link>,
  },
  { id: 'version', title: 'Version', width: '80px', right: true, wide: true, cell: ({ version }) => version ?? '–' },
  { id: 'rows', title: 'Rows', width: '90px', right: true, cell: ({ rows }) => count(rows) },
  {
    id: 'source',
    title: 'File',
    wide: true,
    cell: ({ sourceName }) => nameOfSource(sourceName),
  },
  { id: 'id', title: 'ID', wide: 'much', cell: ({ datasetId }) => <span className="mono muted">{datasetId}</span> },
  { id: 'imported', title: 'Imported', width: '120px', cell: ({ importedAt }) => <Ago time={importedAt} /> },
];

export function DatasetsPage() {
  useTitle('Datasets');
  const [, go] = useLocation();
  const { data, error, refetch } = useDatasets();
  return (
    <div className="stack">
      <div className="page-head">
        <h1>Datasets</h1>
        {data?.datasets.length !== 0 && (
          <ActionLink href="/datasets/new" least="operator">
            Import a dataset
          </ActionLink>
        )}
      </div>
      <ErrorNote error={error} what="The datasets could not be read." again={refetch} />
      {!data && !error && <Skeleton label="Loading the datasets" />}
      {data?.datasets.length === 0 && <NoDatasets />}
      {data && data.datasets.length > 0 && (
        <DataTable
          label="Datasets, newest first"
          columns={COLUMNS}
          rows={data.datasets}
          keyOf={({ datasetId }) => datasetId}
          onOpen={(dataset) => go(pathOf(dataset))}
        />
      )}
    </div>
  );
}

const NoDatasets = () => (
  <Empty
    title="No datasets yet"
    action={
      <Allowed least="operator">
        <Link href="/datasets/new" className="button primary">
          Import a dataset
        </Link>
        <TryExample />
      </Allowed>
    }
  >
    A dataset is the rows a run calls: a CSV, JSON or JSON Lines file, or rows pasted from a spreadsheet.
  </Empty>
);
