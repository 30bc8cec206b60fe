import { requestContext } from './access-request.ts';
import { evaluate } from './evaluate.ts';
import { parsePolicy } from './policy-document.ts';

/** Whether a role with these policies, and no others, may do `action` to `resource`: IAM's SimulateCustomPolicy. */
export const isAllowedBy = (documents: readonly unknown[], action: string, resource: string): boolean =>
  evaluate(
    documents.flatMap((document) => parsePolicy(document, 'identity')),
    {
      principal: { type: 'role', roleArn: '', sessionArn: '', accountId: '' },
      action,
      resource,
      context: requestContext({}),
    },
  ) === 'allowed';
