import type { Route } from '../route.ts';
import { configRoutes } from './configs.ts';
import { datasetRoutes } from './datasets.ts';
import { estimateRoutes } from './estimate.ts';
import { experimentRoutes } from './experiments.ts';
import { importRoutes } from './imports.ts';
import { jobRoutes } from './jobs.ts';
import { keyRoutes } from './keys.ts';
import { meRoutes } from './me.ts';
import { monitorRoutes } from './monitors.ts';
import { runControlRoutes } from './run-control.ts';
import { runExportRoutes } from './run-exports.ts';
import { runRowRoutes } from './run-rows.ts';
import { runScoringRoutes } from './run-scoring.ts';
import { runRoutes } from './runs.ts';
import { targetRoutes } from './targets.ts';
import { toolRoutes } from './tools.ts';
import { traceRoutes } from './traces.ts';

/** Every route that needs a key, one file a resource. */
export const routes: readonly Route[] = [
  ...runRoutes,
  ...runControlRoutes,
  ...runRowRoutes,
  ...runExportRoutes,
  ...runScoringRoutes,
  ...estimateRoutes,
  ...experimentRoutes,
  ...targetRoutes,
  ...importRoutes,
  ...jobRoutes,
  ...toolRoutes,
  ...configRoutes,
  ...datasetRoutes,
  ...traceRoutes,
  ...monitorRoutes,
  ...keyRoutes,
  ...meRoutes,
];
