/** Imports one file and says how long it took and how much memory the process had at most. */
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { createClients } from '../../client/connect/clients.ts';
import { deleteDataset, importDataset } from '../../client/datasets/index.ts';
import { tablesOf } from '../../core/sql/tables.ts';
import { createRunRecordStore } from '../../domain/run-records/store/run-record-store.ts';

const [endpoint = '', path = '', idColumn] = process.argv.slice(2);
const settings = { endpoint, region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };
const { Stacks = [] } = await new CloudFormationClient(settings).send(new DescribeStacksCommand({}));
const outputs = new Map(Stacks.flatMap((stack) => stack.Outputs ?? []).map((one) => [one.OutputKey, one.OutputValue]));
const output = (name: string): string => outputs.get(name) ?? '';
const { s3, athena, documents } = createClients(settings);
const deps = {
  s3,
  athena,
  bucket: output('DataBucketName'),
  workGroup: output('WorkGroupName'),
  tables: tablesOf({ catalog: output('CatalogName'), database: output('DatabaseName') }),
  runs: createRunRecordStore(documents, { runs: output('RunsTableName'), counts: output('BatchCountsTableName') }),
};
const cpuBefore = process.cpuUsage();
const start = performance.now();
let read = 0;
const imported = await importDataset(
  { path },
  { idColumn: idColumn || undefined, onProgress: () => (read = performance.now() - start) },
  deps,
);
const milliseconds = performance.now() - start;
const cpu = process.cpuUsage(cpuBefore);
const { maxRSS } = process.resourceUsage();
process.stdout.write(
  JSON.stringify({
    milliseconds,
    readMilliseconds: read,
    rows: imported.rows,
    created: imported.created,
    peakMegabytes: maxRSS / 1024,
    cpuMilliseconds: (cpu.user + cpu.system) / 1000,
  }),
);
await deleteDataset(imported.datasetId, deps);
