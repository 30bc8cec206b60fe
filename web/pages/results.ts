/** What came of runs and jobs. */
export { ComparePage } from './compare/compare-page.tsx';
export { ExperimentPage } from './experiment/experiment-page.tsx';
export { JobPage } from './job/job-page.tsx';
export { RunPage } from './run/run-page.tsx';
