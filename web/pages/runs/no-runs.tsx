import { Link } from 'wouter';
import { Allowed } from '../../parts/allowed.tsx';
import { Empty } from '../../parts/empty.tsx';
import { TryExample } from '../../parts/try-example.tsx';

export function NoRuns() {
  return (
    <Empty
      title="No runs yet"
      action={
        <Allowed least="operator">
          <Link href="/datasets/new" className="button primary">
            Import a dataset
          </Link>
          <Link href="/new-run" className="button">
            Start a run
          </Link>
          <TryExample />
        </Allowed>
      }
    >
      A run sends every row of a dataset through an HTTP endpoint, a Step Functions agent or a Lambda tool and shows
      what came back. Bring a CSV, JSON or JSON Lines file to begin with.
    </Empty>
  );
}
