/** Every page that is neither the list of runs nor about what came of one. */
export { DatasetPage } from './dataset/dataset-page.tsx';
export { DatasetsPage } from './datasets/datasets-page.tsx';
export { JobsPage } from './jobs/jobs-page.tsx';
export { KeysPage } from './keys/keys-page.tsx';
export { MonitorPage } from './monitor/monitor-page.tsx';
export { MonitorFormPage } from './monitor-form/monitor-form-page.tsx';
export { MonitorsPage } from './monitors/monitors-page.tsx';
export { NewBatchPage } from './new-batch/new-batch-page.tsx';
export { NewDatasetPage } from './new-dataset/new-dataset-page.tsx';
export { NewRunPage } from './new-run/new-run-page.tsx';
export { TargetPage } from './target/target-page.tsx';
export { TargetsPage } from './targets/targets-page.tsx';
export { ThreadsPage } from './threads/threads-page.tsx';
