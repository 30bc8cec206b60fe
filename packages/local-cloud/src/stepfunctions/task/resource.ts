/** How a task treats what it started: answer at once, wait for its end, or wait for a task token. */
export type Pattern = 'request' | 'sync' | 'sync:2' | 'token';

/** A Task state's Resource, taken apart. */
export type Resource =
  | { readonly kind: 'function'; readonly functionArn: string }
  | { readonly kind: 'optimized'; readonly service: string; readonly action: string; readonly pattern: Pattern }
  | { readonly kind: 'aws-sdk'; readonly service: string; readonly action: string; readonly pattern: Pattern };

const FUNCTION = /^arn:aws[\w-]*:lambda:[^:]*:\d*:function:[^:]+(:[^:]+)?$/;
const INTEGRATION =
  /^arn:aws[\w-]*:states:[^:]*:[^:]*:(?<sdk>aws-sdk:)?(?<service>[\w-]+):(?<action>\w+)(?:\.(?<pattern>sync:2|sync|waitForTaskToken))?$/;

/** `undefined` when it is neither a function's ARN nor an integration's. */
export function parseResource(resource: string): Resource | undefined {
  if (FUNCTION.test(resource)) return { kind: 'function', functionArn: resource };
  const parts = INTEGRATION.exec(resource)?.groups;
  if (!parts?.service || !parts.action) return undefined;
  const pattern = parts.pattern === 'waitForTaskToken' ? 'token' : ((parts.pattern ?? 'request') as Pattern);
  return { kind: parts.sdk ? 'aws-sdk' : 'optimized', service: parts.service, action: parts.action, pattern };
}
