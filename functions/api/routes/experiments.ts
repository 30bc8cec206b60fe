import { compareRuns } from '../../../client/experiments/compare-runs.ts';
import { listMembers } from '../../../client/experiments/list-members.ts';
import {
  comparisonQuerySchema,
  comparisonSchema,
  type Experiment,
  type ExperimentComparison,
  experimentListSchema,
  experimentParamsSchema,
  experimentsQuerySchema,
} from '../../../contracts/api/experiments.ts';
import { type ErrorName, RollcallError } from '../../../contracts/errors.ts';
import { ownerOf, ownId } from '../../../contracts/tenant.ts';
import { makeCursor } from '../../../core/cursor.ts';
import { type ListedRun, listedAt } from '../../../domain/run-records/run-listing.ts';
import { MOST_READ } from '../../../domain/run-records/store/list-runs.ts';
import { placeOf } from '../cursor-place.ts';
import { type Route, route } from '../route.ts';
import { runOf } from '../run-shape.ts';

/** The same dataset through several variants. */
export const experimentRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/experiments',
    summary: 'Lists experiments, newest first, with the newest run of each variant.',
    role: 'viewer',
    query: experimentsQuerySchema,
    answer: experimentListSchema,
    async handler({ caller: { tenant }, query: { limit, cursor } }, { installation: { runs } }) {
      const before = placeOf(cursor, 'experiments');
      const filter = { kinds: ['evaluation'], inExperiment: true } as const;
      const page = await runs.list({ tenant, filter, limit: MOST_READ, before });
      const newest = new Map(page.runs.toReversed().map((run) => [run.experiment_id ?? '', listedAt(run)]));
      const all = [...newest].toSorted(([, a], [, b]) => (a < b ? 1 : -1));
      const shown = all.slice(0, limit);
      const experiments = await Promise.all(
        shown.map(async ([id, at]) => {
          const members = await listMembers(tenant, id, runs);
          // An experiment is on the page of its newest run.
          return members[0] && listedAt(members[0]) === at ? [experimentOf(id, members)] : [];
        }),
      );
      const next = all.length > limit ? shown.at(-1)?.[1] : page.next;
      return { experiments: experiments.flat(), ...(next && { cursor: makeCursor('experiments', next) }) };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/experiments/{id}',
    summary: 'Compares the variants of an experiment: figures, differences with intervals, changed rows.',
    role: 'viewer',
    params: experimentParamsSchema,
    query: comparisonQuerySchema,
    answer: comparisonSchema,
    async handler({ caller, params: { id }, query: { baseline, cluster } }, dependencies) {
      const { tenant } = caller;
      const comparison = await compareRuns([id], { baseline, cluster, tenant }, dependencies.installation).catch(
        (error: unknown) => {
          if (!(error instanceof RollcallError)) throw error;
          // A refusal names runs by the ids that the caller knows.
          const message = error.message.replaceAll(ownId(tenant, ''), '');
          throw new RollcallError(error.name as ErrorName, message, error);
        },
      );
      const variants = comparison.variants.map((variant) => ({
        ...variant,
        evaluationId: ownerOf(variant.evaluationId).id,
      }));
      return { ...comparison, variants } as ExperimentComparison;
    },
  }),
];

/** @param members newest first */
function experimentOf(experimentId: string, members: readonly ListedRun[]): Experiment {
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
