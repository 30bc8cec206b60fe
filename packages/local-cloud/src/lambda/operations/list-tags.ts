import type { Operation } from '../../service.ts';
import { resourceArn } from '../function-name.ts';
import type { Functions } from '../functions.ts';

export const listTags = (functions: Functions): Operation<{ Resource?: unknown }> => ({
  permissions: (input) => [{ action: 'lambda:ListTags', resource: resourceArn(functions.context, input.Resource) }],
  run: async (input) => ({ Tags: functions.named(input.Resource).tags }),
});
