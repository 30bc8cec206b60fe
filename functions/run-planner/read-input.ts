import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { z } from 'zod';
import { describeIssues } from '../../contracts/describe-issues.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { type EvaluationConfig, evaluationConfigSchema } from '../../contracts/evaluation-config.ts';
import { type ConfigSource, executionInputSchema, type RoundRequest } from '../../contracts/execution-input.ts';
import { configOfTarget } from '../../contracts/target.ts';
import { isObject } from '../../core/json.ts';
import { compileMapping } from '../../core/mapping/compile-mapping.ts';
import { literalTemplateOf } from '../../core/mapping/literal-template.ts';
import { namedModels } from '../../core/named-models.ts';
import { hasPrice } from '../../core/pricing.ts';
import type { PlanDependencies } from './dependencies.ts';

export function readInput(value: unknown): RoundRequest {
  const parsed = executionInputSchema.safeParse(value);
  if (!parsed.success) throw new RollcallError('InvalidRunInput', describe('The execution input', parsed.error));
  return parsed.data;
}

/**
 * The configuration of a new run: inline, by id from the table `configs`, or that of a registered target.
 * @param input as it was given: what it says of the executor takes the place of what is stored, its defaults do not
 */
export async function readConfig(
  source: ConfigSource,
  input: unknown,
  { documents, configsTable, targets }: Pick<PlanDependencies, 'documents' | 'configsTable' | 'targets'>,
): Promise<EvaluationConfig> {
  if (source.from === 'config') return checked(source.config);
  const overrides = givenOnly(source.executor, input);
  if (source.from === 'target') {
    const { target } = await targets.read(source.tenant, source.target);
    const config = configOfTarget(target);
    const { export: exported = config.export, evaluators } = source;
    const executor = { ...config.executor, ...overrides };
    return parseConfig({ ...config, executor, evaluators, export: exported }, `Target ${source.target}`);
  }
  const { configId: config_id } = source;
  const { Item } = await documents.send(
    new GetCommand({ TableName: configsTable, Key: { config_id }, ConsistentRead: true }),
  );
  if (!Item) throw new RollcallError('ConfigNotFound', `There is no configuration with the id ${config_id}.`);
  const config = parseConfig(Item.config, `Configuration ${config_id}`);
  return parseConfig({ ...config, executor: { ...config.executor, ...overrides } }, `Configuration ${config_id}`);
}

/** The fields of the executor that the input names itself; the others were filled in with defaults. */
function givenOnly(
  executor: EvaluationConfig['executor'] | undefined,
  input: unknown,
): Partial<EvaluationConfig['executor']> {
  const named = isObject(input) && isObject(input.executor) ? Object.keys(input.executor) : [];
  return Object.fromEntries(Object.entries(executor ?? {}).filter(([name]) => named.includes(name)));
}

/** Stored configurations are JSON text, or an object when a person wrote the item by hand. */
export function parseConfig(stored: unknown, what: string): EvaluationConfig {
  const parsed = evaluationConfigSchema.safeParse(typeof stored === 'string' ? parseJson(stored, what) : stored);
  if (!parsed.success) throw new RollcallError('InvalidRunInput', describe(what, parsed.error));
  return checked(parsed.data);
}

function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RollcallError('InvalidRunInput', `${what} is not JSON.`);
  }
}

/** Rules that need more than one field, and mappings that no row could be mapped by. */
export function checked(config: EvaluationConfig): EvaluationConfig {
  const { executionMode, executor } = config;
  for (const [field, value] of Object.entries(config)) {
    if (/(Input|Output)Mapping$/.test(field) && typeof value === 'string') compileMapping(value, field);
  }
  for (const { name, type, ...evaluator } of config.evaluators ?? []) {
    if ('expression' in evaluator) compileMapping(evaluator.expression, `The expression of evaluator ${name ?? type}`);
  }
  const literal = literalTemplateOf(config);
  if (literal) throw new RollcallError('InvalidRunInput', `${literal}.`);
  const unpriced = executor.budgetLimit && executor.assumeCostPerRow === undefined && unpricedModel(config);
  if (unpriced) {
    throw new RollcallError(
      'InvalidRunInput',
      `executor.budgetLimit is ${executor.budgetLimit} USD, but the model ${unpriced} has no known price. Add it to prices, set executor.assumeCostPerRow (USD), or give costUsd in ${executionMode}OutputMapping.`,
    );
  }
  const blind = executor.budgetLimit && executor.assumeCostPerRow === undefined && whyCostIsHidden(config);
  if (blind) {
    throw new RollcallError(
      'InvalidRunInput',
      `executor.budgetLimit is ${executor.budgetLimit} USD, but ${blind}, so the budget could not be kept. Set executor.assumeCostPerRow (USD), or give costUsd or tokens in ${executionMode}OutputMapping.`,
    );
  }
  return config;
}

/** A model that the configuration names and nobody can price, unless its answers are read for their cost. */
function unpricedModel(config: EvaluationConfig): string | undefined {
  const { input, output = '' } = mappingsOf(config);
  if (/cost/i.test(output)) return undefined;
  const { url, model } = config.executionMode === 'endpoint' ? { ...config, url: config.endpoint.url } : {};
  return namedModels({ url, inputMapping: input, model }).find((name) => !hasPrice(name, config.prices));
}

function mappingsOf(config: EvaluationConfig): { readonly input?: string; readonly output?: string } {
  switch (config.executionMode) {
    case 'endpoint':
      return { input: config.endpointInputMapping, output: config.endpointOutputMapping };
    case 'agent':
      return { input: config.agentInputMapping, output: config.agentOutputMapping };
    case 'tool':
      return { input: config.toolInputMapping, output: config.toolOutputMapping };
  }
}

/** Mappings name their usage by one of these, whatever its exact spelling. */
const USAGE_IN_MAPPING = /cost|token|usage/i;

/** Why no answer of this target can tell what it cost, if so. Where one might, the first that does not halts the run. */
function whyCostIsHidden(config: EvaluationConfig): string | undefined {
  switch (config.executionMode) {
    case 'tool':
      return USAGE_IN_MAPPING.test(config.toolOutputMapping ?? '')
        ? undefined
        : 'a Lambda tool does not say what a call costs';
    case 'endpoint': {
      const { response, method } = config.endpoint;
      if (USAGE_IN_MAPPING.test(config.endpointOutputMapping ?? '')) return undefined;
      if (method === 'HEAD') return 'an answer to HEAD has no body that could say what a call costs';
      return response === 'text' ? 'an answer read as text does not say what a call costs' : undefined;
    }
    case 'agent':
      return undefined;
  }
}

const describe = (what: string, error: z.ZodError): string =>
  `${what} is not valid. ${describeIssues(error).join('; ')}`;
