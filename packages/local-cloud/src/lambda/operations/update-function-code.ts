import { z } from 'zod';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { type CodeLocation, storeCode } from '../function-code.ts';
import { resourceArn } from '../function-name.ts';
import { describeFunction } from '../function-record.ts';
import { invalid } from '../function-settings.ts';
import type { Functions } from '../functions.ts';
import { checkRevision } from '../revision.ts';
import { architectures } from './create-function.ts';

const schema = z
  .object({ RevisionId: z.string(), DryRun: z.boolean(), Publish: z.boolean(), Architectures: architectures })
  .partial();

export const updateFunctionCode = (functions: Functions): Operation<CodeLocation & { FunctionName?: unknown }> => ({
  permissions: (input) => [
    { action: 'lambda:UpdateFunctionCode', resource: resourceArn(functions.context, input.FunctionName) },
  ],
  async run(input, { caller }) {
    const before = functions.named(input.FunctionName);
    const given = parseInput(schema, input);
    checkRevision(before, given.RevisionId);
    if (given.Publish) throw invalid('The local cloud keeps $LATEST only. Update the code without Publish.');
    const stored = await storeCode(functions.context, functions.code, input, caller);
    const record = functions.named(input.FunctionName);
    const architecture = given.Architectures?.[0] ?? record.settings.architecture;
    const updated = { ...record, ...stored, settings: { ...record.settings, architecture }, lastModified: Date.now() };
    return describeFunction(functions.context, given.DryRun ? updated : functions.save(updated));
  },
});
