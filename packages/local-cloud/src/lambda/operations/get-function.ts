import type { Operation } from '../../service.ts';
import { resourceArn } from '../function-name.ts';
import { describeFunction } from '../function-record.ts';
import type { Functions } from '../functions.ts';

interface Input {
  readonly FunctionName?: unknown;
  readonly Qualifier?: unknown;
}

/** AWS adds a link to download the package; there is none here. */
export const getFunction = (functions: Functions): Operation<Input> => ({
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
