import { Link, useLocation } from 'wouter';
import { count } from '../../../core/format.ts';
import { nameOf, type TargetView, useTargets } from '../../api/targets.ts';
import { ActionLink } from '../../parts/action-link.tsx';
import { Ago } from '../../parts/ago.tsx';
import type { Column } from '../../parts/column.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ErrorNote } from '../../parts/note.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { useTitle } from '../../parts/use-title.ts';

const COLUMNS: readonly Column<TargetView>[] = [
  { id: 'name', title: 'Target', cell: (target) => <Link href={`/targets/${nameOf(target)}`}>{nameOf(target)}</Link> },
  { id: 'mode', title: 'Mode', width: '90px', cell: ({ executionMode }) => executionMode },
  {
    id: 'batch',
    title: 'Batches',
    width: '120px',
    cell: ({ batchEnabled, batchConfig }) =>
      batchEnabled ? `up to ${count(batchConfig.maxItems)}` : <span className="muted">no</span>,
  },
  {
    id: 'bulk',
    title: 'Bulk route',
    width: '90px',
    wide: true,
    cell: ({ bulkConfig }) => (bulkConfig ? 'yes' : <span className="muted">no</span>),
  },
  { id: 'description', title: 'What it does', wide: true, cell: ({ description }) => description },
  { id: 'updated', title: 'Changed', width: '120px', cell: ({ updatedAt }) => <Ago time={updatedAt} /> },
];

const New = () => (
  <ActionLink href="/new-target" least="admin">
    Register a target
  </ActionLink>
);

export function TargetsPage() {
  useTitle('Targets');
  const [, go] = useLocation();
  const { data, error, refetch } = useTargets();
  return (
    <div className="stack">
      <div className="page-head">
        <h1>Targets</h1>
        {data?.targets.length !== 0 && <New />}
      </div>
      <ErrorNote error={error} what="The targets could not be read." again={refetch} />
      {!data && !error && <Skeleton label="Loading the targets" />}
      {data?.targets.length === 0 && (
        <Empty title="No targets yet" action={<New />}>
          A target is an action with a name, such as <code>crm/update_record</code>: runs can name it, batches can be
          submitted to it, and agents get it as a tool.
        </Empty>
      )}
      {data && data.targets.length > 0 && (
        <DataTable
          label="Registered targets"
          columns={COLUMNS}
          rows={data.targets}
          keyOf={nameOf}
          onOpen={(target) => go(`/targets/${nameOf(target)}`)}
        />
      )}
    </div>
  );
}
