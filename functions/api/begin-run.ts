import type * as z from 'zod';
import { newEvaluationId, startRun } from '../../client/runs/start-run.ts';
import type { newRunSchema } from '../../contracts/api/runs.ts';
import { describeIssues } from '../../contracts/describe-issues.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { type EvaluationConfig, evaluationConfigSchema } from '../../contracts/evaluation-config.ts';
import { configOfTarget } from '../../contracts/target.ts';
import { ownId } from '../../contracts/tenant.ts';
import { targetName } from '../../core/target-name.ts';
import { pendingRecord } from '../../domain/run-records/pending-record.ts';
import type { ApiDependencies } from './dependencies.ts';
import { refuseUnbound } from './refuse-unbound.ts';
import type { Caller } from './route.ts';

type NewRun = z.output<typeof newRunSchema>;

/** Starts a run of the caller's, and writes its record: who asks for it right after finds it. */
export async function beginRun(
  run: NewRun,
  caller: Caller,
  dependencies: ApiDependencies,
  { id, estimateOf }: { id?: string; estimateOf?: { limit?: number } } = {},
): Promise<string> {
  const { installation } = dependencies;
  const { tenant } = caller;
  const { evaluationId: wanted, datasetId, configId, ...input } = run;
  const start = `${estimateOf ? 'estimate-' : ''}${datasetId}`.slice(0, 30);
  const evaluationId = wanted ?? (id ? `${start}-${id}` : newEvaluationId(start));
  const config = await configOf(run, caller, dependencies);
  refuseUnbound(config, caller, dependencies);
  const own = {
    ...input,
    datasetId: ownId(tenant, datasetId),
    ...(configId && { configId: ownId(tenant, configId) }),
    ...(input.target && { tenant }),
    ...(estimateOf && { estimate: true, estimateLimit: estimateOf.limit }),
  };
  const { executionArn } = await startRun(ownId(tenant, evaluationId), own, installation);
  // Unless the run's own planner was faster.
  await installation.runs.create(
    pendingRecord({
      evaluationId: ownId(tenant, evaluationId),
      kind: estimateOf ? 'estimate' : 'evaluation',
      name: run.name,
      tags: run.tags,
      config,
      datasetId: own.datasetId,
      experimentId: run.experimentId,
      targetName: run.targetName ?? targetName(config),
      maxConcurrency: config.executor.maxConcurrency,
      limit: run.limit,
      estimateLimit: estimateOf?.limit,
      executionArn,
      startedAt: new Date().toISOString(),
    }),
  );
  return evaluationId;
}

/** The configuration a run will have; what the planner would refuse is refused here. */
async function configOf(
  { config, configId, target, executor, evaluators }: NewRun,
  { tenant }: Caller,
  { configs, installation }: ApiDependencies,
): Promise<EvaluationConfig> {
  if (config) return config;
  if (configId) {
    const stored = await configs.find(ownId(tenant, configId));
    if (!stored) throw new RollcallError('ConfigNotFound', `There is no configuration ${configId}.`);
    return parsed(stored.config, `Configuration ${configId}`);
  }
  const own = configOfTarget((await installation.targets.read(tenant, target ?? '')).target);
  const given = { executor: { ...own.executor, ...executor }, ...(evaluators && { evaluators }) };
  return parsed({ ...own, ...given }, `Target ${target}`);
}

function parsed(value: unknown, what: string): EvaluationConfig {
  const found = evaluationConfigSchema.safeParse(value);
  if (found.success) return found.data;
  throw new RollcallError('InvalidRunInput', `${what} is not valid. ${describeIssues(found.error).join('; ')}`);
}
