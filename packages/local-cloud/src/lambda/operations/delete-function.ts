import type { Operation } from '../../service.ts';
import { resourceArn } from '../function-name.ts';
import { invalid } from '../function-settings.ts';
import type { Functions } from '../functions.ts';

interface Input {
  readonly FunctionName?: unknown;
  readonly Qualifier?: unknown;
}

export const deleteFunction = (functions: Functions): Operation<Input> => ({
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
