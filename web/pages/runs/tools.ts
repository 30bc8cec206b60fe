/** What is done with the list of runs: fetched when the list is there. */
export { RunFilters } from './run-filters.tsx';
export { SelectedRuns } from './selected-runs.tsx';
