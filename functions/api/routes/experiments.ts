import { compareRuns } from '../../../client/experiments/compare-runs.ts';
import {
  comparisonQuerySchema,
  comparisonSchema,
  type Experiment,
  type ExperimentComparison,
  experimentListSchema,
  experimentParamsSchema,
} from '../../../contracts/api/experiments.ts';
import { type ErrorName, RollcallError } from '../../../contracts/errors.ts';
import { ownerOf, ownId } from '../../../contracts/tenant.ts';
import type { RunRecord } from '../../../domain/run-records/run-record.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { type Caller, type Route, route } from '../route.ts';
import { runOf } from '../run-shape.ts';

/** The same dataset through several variants. */
export const experimentRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/experiments',
    summary: 'Lists experiments, newest first, with the newest run of each variant.',
    role: 'viewer',
    answer: experimentListSchema,
    async handler({ caller }, dependencies) {
      const runs = await ownRuns(caller, dependencies);
      const ids = [...new Set(runs.flatMap(({ experiment_id: id }) => id ?? []))];
      return { experiments: ids.map((id) => experimentOf(id, runs)) };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/experiments/{id}',
    summary: 'Compares the variants of an experiment: figures, differences with their intervals, rows that changed.',
    role: 'viewer',
    params: experimentParamsSchema,
    query: comparisonQuerySchema,
    answer: comparisonSchema,
    async handler({ caller, params: { id }, query: { baseline, cluster } }, dependencies) {
      const { installation } = dependencies;
      const own = await ownRuns(caller, dependencies);
      const named = baseline && ownId(caller.tenant, baseline);
      const isOwn = (id: string | undefined) => own.some(({ evaluation_id }) => evaluation_id === id);
      // A run whose target answers for several models is an experiment by itself.
      const run = ownId(caller.tenant, id);
      // No run of another tenant can be found in what is compared.
      const runs = { ...installation.runs, list: async () => own };
      const comparison = await compareRuns(
        [isOwn(run) ? run : id],
        { baseline: isOwn(named) ? named : baseline, cluster },
        { ...installation, runs },
      ).catch((error: unknown) => {
        if (!(error instanceof RollcallError)) throw error;
        // A refusal names runs by the ids that the caller knows.
        const message = error.message.replaceAll(ownId(caller.tenant, ''), '');
        throw new RollcallError(error.name as ErrorName, message, error);
      });
      const variants = comparison.variants.map((variant) => ({
        ...variant,
        evaluationId: ownerOf(variant.evaluationId).id,
      }));
      return { ...comparison, variants } as ExperimentComparison;
    },
  }),
];

/** The caller's runs, newest first. */
async function ownRuns({ tenant }: Caller, { installation }: ApiDependencies): Promise<RunRecord[]> {
  const all = await installation.runs.list();
  return all.filter((run) => ownerOf(run.evaluation_id).tenant === tenant && !run.deleted_at);
}

function experimentOf(experimentId: string, runs: readonly RunRecord[]): Experiment {
  const members = runs.filter((run) => run.experiment_id === experimentId);
  const newest = members.filter(
    (run, index) => members.findIndex((other) => other.target_name === run.target_name) === index,
  );
  return {
    experimentId,
    startedAt: members.at(-1)?.started_at ?? '',
    variants: newest.toReversed().map((record) => {
      const { evaluationId, status, datasetId, total, passRate, costUsd, priced } = runOf(record);
      return { name: record.target_name, evaluationId, status, datasetId, total, passRate, costUsd, priced };
    }),
  };
}
