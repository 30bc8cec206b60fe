import { Database, FlaskConical, Terminal } from 'lucide-react';
import { Link } from 'wouter';
import { Allowed } from '../../parts/allowed.tsx';
import { TryExample } from '../../parts/try-example.tsx';

const SAMPLE = `npm run sample-api
rollcall run examples/quickstart/endpoint.eval.yaml`;

const COMMANDS = `rollcall dataset preview tickets.csv
rollcall run eval.yaml`;

/** Where nothing has run yet: three ways to begin. */
export const FirstSteps = () => (
  <div className="stack">
    <p className="muted home-lead">
      A run sends every row of a dataset through an HTTP endpoint, a Step Functions agent or a Lambda tool and grades
      what came back. Choose a way to begin.
    </p>
    <div className="first-steps">
      <section>
        <Database />
        <h2>Your data</h2>
        <p className="muted">Import a CSV, JSON or JSON Lines file, or paste rows from a spreadsheet.</p>
        <Allowed least="operator">
          <Link href="/datasets/new" className="button primary">
            Import a dataset
          </Link>
          <TryExample />
        </Allowed>
      </section>
      <section>
        <FlaskConical />
        <h2>A sample</h2>
        <p className="muted">20 support tickets and an API that sorts them, from a checkout of the project:</p>
        <pre>{SAMPLE}</pre>
      </section>
      <section>
        <Terminal />
        <h2>The command line</h2>
        <p className="muted">Describe the evaluation in a file and run it here or in CI:</p>
        <pre>{COMMANDS}</pre>
      </section>
    </div>
  </div>
);
