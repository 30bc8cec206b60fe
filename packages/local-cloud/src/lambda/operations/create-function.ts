import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import type { CloudContext } from '../../cloud-context.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation, Permission } from '../../service.ts';
import { storeCode } from '../function-code.ts';
import { invalidFunctionName, parseFunctionName, resourceArn } from '../function-name.ts';
import { describeFunction } from '../function-record.ts';
import {
  applySettings,
  defaultSettings,
  invalid,
  noteIgnored,
  requireTracing,
  settingsShape,
} from '../function-settings.ts';
import type { Functions } from '../functions.ts';

export const architectures = z.array(z.enum(['x86_64', 'arm64'])).length(1);

const schema = z
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
  const given = parseInput(schema, input);
  const parsed = parseFunctionName(given.FunctionName);
  if (!parsed || parsed.qualifier) throw invalidFunctionName(given.FunctionName);
  if (given.PackageType === 'Image')
    throw invalid('The local cloud does not host container images. Use PackageType Zip.');
  if (!given.Runtime || !given.Handler) {
    throw invalid('Runtime and Handler are mandatory parameters for functions created with deployment packages.');
  }
  if (given.Publish) throw invalid('The local cloud keeps $LATEST only. Create the function without Publish.');
  noteIgnored(context, parsed.name, given);
  const base = { ...defaultSettings(parsed.name), architecture: given.Architectures?.[0] ?? 'x86_64' };
  return { name: parsed.name, settings: applySettings(given, base), code: given.Code ?? {}, tags: given.Tags ?? {} };
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
