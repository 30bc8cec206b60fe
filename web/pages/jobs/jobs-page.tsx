import { Link } from 'wouter';
import { Empty } from '../../parts/empty.tsx';
import { useTitle } from '../../parts/use-title.ts';

export function JobsPage() {
  useTitle('Jobs');
  return (
    <div className="stack">
      <div className="page-head">
        <h1>Jobs</h1>
        <Link href="/new-batch" className="button primary">
          New batch
        </Link>
      </div>
      <Empty title="Batches are runs">
        A batch is listed among the <Link href="/runs">runs</Link>, by its target’s name.
      </Empty>
    </div>
  );
}
