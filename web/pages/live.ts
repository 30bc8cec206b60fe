/** The pages about live agents, which are fetched when the first of them is opened. */
export { MonitorPage } from './monitor/monitor-page.tsx';
export { MonitorFormPage } from './monitor-form/monitor-form-page.tsx';
export { MonitorsPage } from './monitors/monitors-page.tsx';
export { ThreadsPage } from './threads/threads-page.tsx';
