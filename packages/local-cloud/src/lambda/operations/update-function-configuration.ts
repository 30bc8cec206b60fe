import { z } from 'zod';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { resourceArn } from '../function-name.ts';
import { describeFunction } from '../function-record.ts';
import { applySettings, noteIgnored, requireTracing, settingsShape } from '../function-settings.ts';
import type { Functions } from '../functions.ts';
import { checkRevision } from '../revision.ts';
import { passRole } from './create-function.ts';

const schema = z.object({ ...settingsShape, RevisionId: z.string() }).partial();

export const updateFunctionConfiguration = (
  functions: Functions,
): Operation<{ FunctionName?: unknown; Role?: unknown }> => ({
  permissions: (input) => [
    { action: 'lambda:UpdateFunctionConfiguration', resource: resourceArn(functions.context, input.FunctionName) },
    ...passRole(input.Role),
  ],
  async run(input) {
    const record = functions.named(input.FunctionName);
    const given = parseInput(schema, input);
    checkRevision(record, given.RevisionId);
    noteIgnored(functions.context, record.name, given);
    const settings = applySettings(given, record.settings);
    requireTracing(functions.context, record.name, settings);
    return describeFunction(functions.context, functions.save({ ...record, settings, lastModified: Date.now() }));
  },
});
