import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import type { CloudContext } from '../../cloud-context.ts';
import { pageAfter } from '../../page.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation, Permission } from '../../service.ts';
import { type CodeLocation, storeCode } from '../function-code.ts';
import { invalidFunctionName, parseFunctionName, resourceArn } from '../function-name.ts';
import { describeFunction } from '../function-record.ts';
import {
  applySettings,
  defaultSettings,
  invalid,
  requireNetwork,
  requireTracing,
  settingsShape,
} from '../function-settings.ts';
import type { Functions } from '../functions.ts';
import { checkRevision } from '../revision.ts';

export const architectures = z.array(z.enum(['x86_64', 'arm64'])).length(1);

const createFunctionSchema = z
  .object({
    ...settingsShape,
    FunctionName: z.unknown(),
    Architectures: architectures,
    Code: z.record(z.string(), z.unknown()),
    PackageType: z.enum(['Zip', 'Image']),
    Publish: z.boolean(),
    Tags: z.record(z.string(), z.string()),
  })
  .partial()
  .required({ Role: true });

/** The checks that come before the code is looked at. */
function parseCreate(context: CloudContext, input: unknown) {
  const given = parseInput(createFunctionSchema, input);
  const parsed = parseFunctionName(given.FunctionName);
  if (!parsed || parsed.qualifier) throw invalidFunctionName(given.FunctionName);
  if (given.PackageType === 'Image')
    throw invalid('The local cloud does not host container images. Use PackageType Zip.');
  if (!given.Runtime || !given.Handler) {
    throw invalid('Runtime and Handler are mandatory parameters for functions created with deployment packages.');
  }
  if (given.Publish) throw invalid('The local cloud keeps $LATEST only. Create the function without Publish.');
  const base = { ...defaultSettings(parsed.name), architecture: given.Architectures?.[0] ?? 'x86_64' };
  const settings = applySettings(given, base);
  requireNetwork(context, parsed.name, settings.role, given);
  return { name: parsed.name, settings, code: given.Code ?? {}, tags: given.Tags ?? {} };
}

/** Who gives a function a role must be allowed to. */
export function passRole(role: unknown): Permission[] {
  if (typeof role !== 'string') return [];
  return [{ action: 'iam:PassRole', resource: role, context: { 'iam:PassedToService': 'lambda.amazonaws.com' } }];
}

export const createFunction = (functions: Functions): Operation<{ FunctionName?: unknown; Role?: unknown }> => ({
  permissions: (input) => [
    { action: 'lambda:CreateFunction', resource: resourceArn(functions.context, input.FunctionName) },
    ...passRole(input.Role),
  ],
  async run(input, { caller }) {
    const { name, settings, code, tags } = parseCreate(functions.context, input);
    const refuseTaken = () => {
      if (functions.find(name)) {
        throw new AwsError('ResourceConflictException', `Function already exist: ${name}`, 409);
      }
    };
    refuseTaken();
    requireTracing(functions.context, name, settings);
    const stored = await storeCode(functions.context, functions.code, code, caller);
    refuseTaken();
    const record = functions.save({ name, settings, ...stored, lastModified: Date.now(), tags, policy: [] });
    return describeFunction(functions.context, record);
  },
});

interface GetFunctionInput {
  readonly FunctionName?: unknown;
  readonly Qualifier?: unknown;
}

/** AWS adds a link to download the package; there is none here. */
export const getFunction = (functions: Functions): Operation<GetFunctionInput> => ({
  permissions: (input) => [
    { action: 'lambda:GetFunction', resource: resourceArn(functions.context, input.FunctionName, input.Qualifier) },
  ],
  async run(input) {
    const record = functions.named(input.FunctionName, input.Qualifier);
    const { reservedConcurrency } = record;
    return {
      Configuration: describeFunction(functions.context, record),
      Code: { RepositoryType: 'S3' },
      ...(Object.keys(record.tags).length > 0 && { Tags: record.tags }),
      ...(reservedConcurrency !== undefined && { Concurrency: { ReservedConcurrentExecutions: reservedConcurrency } }),
    };
  },
});

interface GetFunctionConfigurationInput {
  readonly FunctionName?: unknown;
  readonly Qualifier?: unknown;
}

export const getFunctionConfiguration = (functions: Functions): Operation<GetFunctionConfigurationInput> => ({
  permissions: ({ FunctionName, Qualifier }) => [
    { action: 'lambda:GetFunctionConfiguration', resource: resourceArn(functions.context, FunctionName, Qualifier) },
  ],
  async run(input) {
    const record = functions.named(input.FunctionName, input.Qualifier);
    const damage = functions.damageOf(record);
    return {
      ...describeFunction(functions.context, record),
      ...(damage && { State: 'Failed', StateReasonCode: 'InternalError', StateReason: damage }),
    };
  },
});

const listFunctionsSchema = z.object({
  Marker: z.string().optional(),
  MaxItems: z.coerce.number().int().min(1).max(10_000).optional(),
});
/** "ListFunctions returns a maximum of 50 items in each response, even if you set the number higher." */
const LARGEST_PAGE = 50;

export const listFunctions = (functions: Functions): Operation => ({
  permissions: () => [{ action: 'lambda:ListFunctions', resource: '*' }],
  async run(input: unknown) {
    const { Marker, MaxItems } = parseInput(listFunctionsSchema, input);
    const size = Math.min(MaxItems ?? LARGEST_PAGE, LARGEST_PAGE);
    const { items, next } = pageAfter(functions.all(), ({ name }) => name, { size, after: Marker });
    return { Functions: items.map((record) => describeFunction(functions.context, record)), NextMarker: next };
  },
});

const updateFunctionCodeSchema = z
  .object({ RevisionId: z.string(), DryRun: z.boolean(), Publish: z.boolean(), Architectures: architectures })
  .partial();

export const updateFunctionCode = (functions: Functions): Operation<CodeLocation & { FunctionName?: unknown }> => ({
  permissions: (input) => [
    { action: 'lambda:UpdateFunctionCode', resource: resourceArn(functions.context, input.FunctionName) },
  ],
  async run(input, { caller }) {
    const before = functions.named(input.FunctionName);
    const given = parseInput(updateFunctionCodeSchema, input);
    checkRevision(before, given.RevisionId);
    if (given.Publish) throw invalid('The local cloud keeps $LATEST only. Update the code without Publish.');
    const stored = await storeCode(functions.context, functions.code, input, caller);
    const record = functions.named(input.FunctionName);
    const architecture = given.Architectures?.[0] ?? record.settings.architecture;
    const updated = { ...record, ...stored, settings: { ...record.settings, architecture }, lastModified: Date.now() };
    return describeFunction(functions.context, given.DryRun ? updated : functions.save(updated));
  },
});

const updateFunctionConfigurationSchema = z.object({ ...settingsShape, RevisionId: z.string() }).partial();

export const updateFunctionConfiguration = (
  functions: Functions,
): Operation<{ FunctionName?: unknown; Role?: unknown }> => ({
  permissions: (input) => [
    { action: 'lambda:UpdateFunctionConfiguration', resource: resourceArn(functions.context, input.FunctionName) },
    ...passRole(input.Role),
  ],
  async run(input) {
    const record = functions.named(input.FunctionName);
    const given = parseInput(updateFunctionConfigurationSchema, input);
    checkRevision(record, given.RevisionId);
    const settings = applySettings(given, record.settings);
    requireNetwork(functions.context, record.name, settings.role, given);
    requireTracing(functions.context, record.name, settings);
    return describeFunction(functions.context, functions.save({ ...record, settings, lastModified: Date.now() }));
  },
});

interface DeleteFunctionInput {
  readonly FunctionName?: unknown;
  readonly Qualifier?: unknown;
}

export const deleteFunction = (functions: Functions): Operation<DeleteFunctionInput> => ({
  permissions: (input) => [
    { action: 'lambda:DeleteFunction', resource: resourceArn(functions.context, input.FunctionName, input.Qualifier) },
  ],
  async run(input) {
    if (input.Qualifier === '$LATEST')
      throw invalid('$LATEST version cannot be deleted without deleting the function.');
    functions.delete(functions.named(input.FunctionName, input.Qualifier).name);
    return {};
  },
});
