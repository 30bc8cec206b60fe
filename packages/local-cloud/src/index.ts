export type { LoadReport } from './assembly/load-report.ts';
export * from './errors.ts';
export { type LocalCloud, type LocalCloudOptions, startLocalCloud } from './local-cloud.ts';
