import { DATASET_COLUMNS } from '../contracts/dataset-row.ts';
import { MONITOR_RESULT_COLUMNS } from '../contracts/monitor-results-table.ts';
import { RESULT_COLUMNS } from '../contracts/result-row.ts';
import type { TableColumns } from '../contracts/table-columns.ts';
import { DATABASE, DATASETS_TABLE, MONITOR_RESULTS_TABLE, RESULTS_TABLE } from '../contracts/table-names.ts';
import { COLUMN_NOTES } from './column-notes.ts';
import { escaped } from './field-table.ts';

/** Athena's names of the types. */
const TYPES = {
  string: 'varchar',
  long: 'bigint',
  int: 'integer',
  double: 'double',
  boolean: 'boolean',
  timestamp: 'timestamp',
};

/** The page of the tables' columns. */
export const tablesPage = (): string => `# Tables

<!-- Written by \`npm run docs\` from contracts/ and docs/column-notes.ts. Change it there. -->

They are Iceberg tables in the database \`${DATABASE}\`, to be queried with Athena in the workgroup \`rollcall\`. Columns are added, never
renamed; rows of older versions have NULL in later ones. With \`tables=s3tables\` the catalog is \`s3tablescatalog/…\`.

\`\`\`sql
SELECT row_index, expected, actual_output, error_message
FROM ${DATABASE}.${RESULTS_TABLE}
WHERE evaluation_id = 'tickets-1' AND passed = false ORDER BY row_index
\`\`\`

## ${RESULTS_TABLE}

One row a sample of a run, latest attempt, partitioned by \`evaluation_id\`.

${columns(RESULT_COLUMNS)}

## ${DATASETS_TABLE}

One row a sample of a dataset, partitioned by \`dataset_id\`.

${columns(DATASET_COLUMNS)}

## ${MONITOR_RESULTS_TABLE}

One row an evaluation of a [monitor](threads.md), partitioned by \`monitor\`, loaded every 15 minutes. Deployed with traces.

${columns(MONITOR_RESULT_COLUMNS)}
`;

const columns = (given: TableColumns): string =>
  [
    '| column | type | |',
    '|---|---|---|',
    ...Object.entries(given).map(
      ([name, { type }]) => `| \`${name}\` | ${TYPES[type]} | ${escaped(COLUMN_NOTES[name] ?? '')} |`,
    ),
  ].join('\n');
