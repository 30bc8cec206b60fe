import { useMemo } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import type { DatasetRowView } from '../../../contracts/api/datasets.ts';
import { plural } from '../../../core/format.ts';
import { asText, isObject } from '../../../core/json.ts';
import { rowNumber } from '../../../core/row-number.ts';
import { useDataset, useDatasetRows, useDeleteDataset } from '../../api/datasets.ts';
import { Ago } from '../../parts/ago.tsx';
import { Allowed } from '../../parts/allowed.tsx';
import type { Column } from '../../parts/column.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { ErrorNote } from '../../parts/note.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { type Room, useRoom } from '../../parts/use-room.ts';
import { useTitle } from '../../parts/use-title.ts';

const NONE: readonly DatasetRowView[] = [];

/** A look inside. */
export function DatasetPage() {
  const { id = '' } = useParams<{ id: string }>();
  const { data: dataset, error } = useDataset(id);
  const list = useDatasetRows(id);
  const remove = useDeleteDataset(id);
  const [, go] = useLocation();
  const name = dataset?.name ?? id;
  useTitle(name);
  const room = useRoom();
  const rows = list.data?.rows ?? NONE;
  const columns = useMemo(() => columnsOf(rows, room), [rows, room]);
  return (
    <div className="stack">
      <p className="crumbs">
        <Link href="/datasets">Datasets</Link> / {id}
      </p>
      <ErrorNote error={error ?? list.error} what="The dataset could not be read." again={list.refetch} />
      {dataset && (
        <>
          <div className="page-head">
            <h1>{name}</h1>
            <Allowed least="operator">
              <div className="line">
                <Link href={`/new-run?dataset=${encodeURIComponent(id)}`} className="button primary">
                  Run {plural(dataset.rows, 'row')}
                </Link>
                <Confirm
                  label="Delete"
                  title={`Delete the dataset ${name}?`}
                  action={`Delete ${plural(dataset.rows, 'row')}`}
                  onConfirm={() => remove.mutateAsync().then(() => go('/datasets'))}
                >
                  Its {plural(dataset.rows, 'row')} go; results of earlier runs stay. This cannot be undone.
                </Confirm>
              </div>
            </Allowed>
          </div>
          <p className="muted">
            {plural(dataset.rows, 'row')} · version {dataset.version ?? 'unknown'} ·{' '}
            {dataset.sourceName === 'rows' ? 'sent as rows' : dataset.sourceName} · imported{' '}
            <Ago time={dataset.importedAt} />
          </p>
        </>
      )}
      {dataset && dataset.rows > rows.length && rows.length > 0 && (
        <p className="muted">The first {plural(rows.length, 'row')}:</p>
      )}
      {list.isPending && <Skeleton label="Loading the rows" />}
      {rows.length > 0 && (
        <DataTable label={`Rows of ${name}`} columns={columns} rows={rows} keyOf={({ sampleId }) => sampleId} />
      )}
    </div>
  );
}

/** The fields of the input as columns, then what is expected, then the metadata; each with the room that its texts need. */
function columnsOf(rows: readonly DatasetRowView[], room: Room): Column<DatasetRowView>[] {
  const columns = plainColumns(rows).filter(({ wide }) => !wide || room !== 'little');
  const lengths = columns.map(({ title, text }) =>
    Math.min(MOST_SHOWN, Math.max(FEWEST_SHOWN, title.length, ...rows.slice(0, 50).map((row) => text(row).length))),
  );
  const all = lengths.reduce((sum, length) => sum + length, 0);
  const sized = columns.map((column, at) => ({
    ...column,
    width: `${(((lengths[at] ?? 0) / all) * 94).toFixed(1)}%`,
    cell: (row: DatasetRowView) => <span dir="auto">{column.text(row)}</span>,
  }));
  return [{ id: 'row', title: '#', width: '56px', right: true, cell: ({ rowIndex }) => rowNumber(rowIndex) }, ...sized];
}

/** Characters of a text that a column makes room for. */
const FEWEST_SHOWN = 14;
const MOST_SHOWN = 60;

interface PlainColumn {
  readonly id: string;
  readonly title: string;
  readonly wide?: boolean;
  readonly right?: boolean;
  readonly text: (row: DatasetRowView) => string;
}

function plainColumns(rows: readonly DatasetRowView[]): PlainColumn[] {
  const fields = fieldsOf(rows.map(({ input }) => input));
  const facts = fieldsOf(rows.map(({ metadata }) => metadata));
  return [
    ...(fields.length === 0
      ? [{ id: 'input', title: 'input', text: ({ input }: DatasetRowView) => shown(input) }]
      : fields.map((field, index) => ({
          ...column(`input.${field}`, field, ({ input }) => input, field, index > 0),
          right: rows.every(({ input }) => isObject(input) && typeof input[field] === 'number'),
        }))),
    ...(rows.some(({ expected }) => expected !== undefined)
      ? [{ id: 'expected', title: 'expected', text: ({ expected }: DatasetRowView) => shown(expected) }]
      : []),
    ...facts.map((field) =>
      column(`metadata.${field}`, `${field} (metadata)`, ({ metadata }) => metadata, field, true),
    ),
  ];
}

const column = (
  id: string,
  title: string,
  part: (row: DatasetRowView) => unknown,
  field: string,
  wide: boolean,
): PlainColumn => ({
  id,
  title,
  wide,
  text: (row) => {
    const value = part(row);
    return shown(isObject(value) ? value[field] : undefined);
  },
});

const MOST_FIELDS = 12;

const fieldsOf = (values: readonly unknown[]): string[] =>
  [...new Set(values.slice(0, 50).filter(isObject).flatMap(Object.keys))].slice(0, MOST_FIELDS);

const shown = (value: unknown): string => (value === undefined ? '' : asText(value).slice(0, 300));
