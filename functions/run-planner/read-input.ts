import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { z } from 'zod';
import { RollcallError } from '../../contracts/errors.ts';
import { type EvaluationConfig, evaluationConfigSchema } from '../../contracts/evaluation-config.ts';
import { type ExecutionInput, executionInputSchema } from '../../contracts/execution-input.ts';

/** The longest a Lambda can stay with one call, less the time to stage its row. */
const LONGEST_CALL_SECONDS = 840;

export function readInput(value: unknown): ExecutionInput {
  const parsed = executionInputSchema.safeParse(value);
  if (!parsed.success) throw new RollcallError('InvalidRunInput', describe('The execution input', parsed.error));
  return parsed.data;
}

/** The configuration of a new run: inline, or by id from the table `configs`. */
export async function readConfig(
  input: ExecutionInput,
  documents: DynamoDBDocumentClient,
  configsTable: string,
): Promise<EvaluationConfig> {
  if (input.config) return checked(input.config);
  const { Item } = await documents.send(
    new GetCommand({ TableName: configsTable, Key: { config_id: input.configId }, ConsistentRead: true }),
  );
  if (!Item) throw new RollcallError('ConfigNotFound', `There is no configuration with the id ${input.configId}.`);
  return parseConfig(Item.config, `Configuration ${input.configId}`);
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

/** Rules that need more than one field. */
function checked(config: EvaluationConfig): EvaluationConfig {
  const { executionMode, executor } = config;
  if (executionMode !== 'agent' && executor.timeoutSeconds > LONGEST_CALL_SECONDS) {
    throw new RollcallError(
      'InvalidRunInput',
      `executor.timeoutSeconds is ${executor.timeoutSeconds}; with executionMode ${executionMode} it may be ${LONGEST_CALL_SECONDS} at most, because a Lambda function waits for the answer.`,
    );
  }
  const mapped = executionMode === 'tool' && /cost/i.test(config.toolOutputMapping ?? '');
  if (executionMode === 'tool' && executor.budgetLimit && executor.assumeCostPerRow === undefined && !mapped) {
    throw new RollcallError(
      'InvalidRunInput',
      'executor.budgetLimit is set, but what a tool call costs cannot be known. Set executor.assumeCostPerRow (USD), or give costUsd in toolOutputMapping.',
    );
  }
  return config;
}

function describe(what: string, error: z.ZodError): string {
  const problems = error.issues.map((issue) => `${issue.path.join('.') || '(root)'}: ${issue.message}`);
  return `${what} is not valid. ${problems.join('; ')}`;
}
