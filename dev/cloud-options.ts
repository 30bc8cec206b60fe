import type { LocalCloudOptions } from 'local-cloud';

/** What every local cloud of Rollcall's is made with, whoever starts it. */
export const CLOUD_OPTIONS = {
  homeOutput: 'ApiUrl',
  // Endpoint calls refuse them.
  variables: (ports) => ({ OWN_PORTS: ports.join(',') }),
} satisfies Partial<LocalCloudOptions>;
