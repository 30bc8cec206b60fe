import type { AccessRequest } from './access-request.ts';
import type { Statement } from './policy-document.ts';

export type Decision = 'allowed' | 'denied-explicitly' | 'not-allowed';

/** "An explicit deny in any of these policies overrides any allow"; with neither, the answer is no. */
export function evaluate(statements: Iterable<Statement>, request: AccessRequest): Decision {
  let decision: Decision = 'not-allowed';
  for (const statement of statements) {
    if (!statement.matchesAction(request.action) || !statement.applies(request)) continue;
    if (statement.effect === 'Deny') return 'denied-explicitly';
    decision = 'allowed';
  }
  return decision;
}
