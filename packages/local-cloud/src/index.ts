export type { LoadReport } from './assembly/load-report.ts';
export { createLocalCloud, type LocalCloud, type LocalCloudOptions } from './create-local-cloud.ts';
export * from './errors.ts';
