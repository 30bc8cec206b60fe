import { DEFAULT_TENANT, ownId } from '../../../contracts/tenant.ts';
import { asCurl, quoted } from '../../parts/as-curl.ts';
import { toYaml } from '../../parts/to-yaml.ts';
import { configOf, type RunValues, runInput } from './run-values.ts';

/** The same choices elsewhere: as a file, on the command line, as a request. Only the API knows by itself whose an id is. */

/** What `eval.yaml` says. */
export const asYaml = (values: RunValues, tenant = DEFAULT_TENANT): string =>
  toYaml(evalFileOf({ ...values, datasetId: ownId(tenant, values.datasetId) }));

function evalFileOf(values: RunValues): Record<string, unknown> {
  const dataset = { id: values.datasetId };
  const rest = {
    ...(values.experimentId.trim() && { experimentId: values.experimentId.trim() }),
    ...(values.limit.trim() && { limit: Number(values.limit) }),
  };
  if (values.saved) {
    const { executor, evaluators } = runInput(values);
    return {
      dataset,
      target: values.saved,
      ...(executor !== undefined && { executor }),
      ...(evaluators !== undefined && { evaluators }),
      ...rest,
    };
  }
  const config = configOf(values);
  const { mode } = values.target;
  const input = config[`${mode}InputMapping`];
  const output = config[`${mode}OutputMapping`];
  const { threadFields } = config;
  return {
    dataset: { ...dataset, ...(threadFields !== undefined && { threadFields }) },
    target: {
      ...(mode === 'endpoint' ? { endpoint: config.endpoint } : { [mode]: values.target.arn.trim() }),
      ...(config.targetName !== undefined && { name: config.targetName }),
      ...(config.rateLimit !== undefined && { rateLimit: config.rateLimit }),
    },
    ...((input ?? output) !== undefined && {
      mappings: { ...(input !== undefined && { input }), ...(output !== undefined && { output }) },
    }),
    ...(config.executor !== undefined && { executor: config.executor }),
    ...(config.evaluators !== undefined && { evaluators: config.evaluators }),
    ...rest,
  };
}

export function asCli(values: RunValues, tenant = DEFAULT_TENANT): string {
  const isDefault = tenant === DEFAULT_TENANT;
  const input = {
    ...runInput({ ...values, datasetId: ownId(tenant, values.datasetId) }),
    ...(values.saved && !isDefault && { tenant }),
  };
  return [
    'aws stepfunctions start-execution \\',
    '  --state-machine-arn "$EVALUATION_STATE_MACHINE_ARN" \\',
    // The execution's name is the run's id, by which it is found here.
    ...(isDefault ? [] : [`  --name "${ownId(tenant, 'run')}-$(date +%s)" \\`]),
    `  --input ${quoted(JSON.stringify(input, null, 2))}`,
  ].join('\n');
}

export const asRequest = (values: RunValues): string => asCurl('POST', 'runs', runInput(values));
