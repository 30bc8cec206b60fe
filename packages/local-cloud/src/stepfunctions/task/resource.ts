import { optimizedIntegrations } from './optimized.ts';
import { sdkServices } from './sdk-services.ts';
import { capitalized } from './shapes.ts';

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

const SUFFIX: Record<Pattern, string> = { request: '', sync: '.sync', 'sync:2': '.sync:2', token: '.waitForTaskToken' };

/**
 * Whether a Task's Resource can run here: `true`, or a sentence that says why not. `hosts` is the cloud's own answer
 * to "is this operation there?"; without it only the service is looked at.
 */
export function isSupportedResource(
  resource: string,
  hosts?: (service: string, operation: string) => boolean,
): true | string {
  const parsed = parseResource(resource);
  if (!parsed) {
    return `Resource ${resource} is not the ARN of a Lambda function nor a service integration (arn:aws:states:::SERVICE:ACTION).`;
  }
  if (parsed.kind === 'function') return true;
  const { service, action, pattern } = parsed;

  if (parsed.kind === 'aws-sdk') {
    const sdkService = Object.hasOwn(sdkServices, service) ? sdkServices[service] : undefined;
    if (!sdkService) {
      return `Resource ${resource}: the local cloud hosts no aws-sdk:${service}; it hosts ${Object.keys(sdkServices).join(', ')}.`;
    }
    if (pattern === 'sync' || pattern === 'sync:2') {
      return `Resource ${resource}: aws-sdk integrations have no ${SUFFIX[pattern]}.`;
    }
    if (action !== action.charAt(0).toLowerCase() + action.slice(1)) {
      return `Resource ${resource}: the action ${action} must be written in camelCase.`;
    }
    if (hosts && !hosts(sdkService.name, capitalized(action))) {
      return `Resource ${resource}: the local cloud does not host ${sdkService.name}:${capitalized(action)}.`;
    }
    return true;
  }

  const name = `${service}:${action}`;
  const integration = Object.hasOwn(optimizedIntegrations, name) ? optimizedIntegrations[name] : undefined;
  if (!integration) {
    return `Resource ${resource}: ${name} is no optimized integration of the local cloud; it has ${Object.keys(optimizedIntegrations).join(', ')}.`;
  }
  if (!integration.patterns.includes(pattern)) {
    const offered = integration.patterns.map((one) => `${name}${SUFFIX[one]}`).join(', ');
    return `Resource ${resource}: ${name} has no ${SUFFIX[pattern]}; it is offered as ${offered}.`;
  }
  return true;
}

/**
 * What is wrong with a Task's Arguments as far as the definition shows it: a missing or unknown member of an optimized
 * integration. Arguments that are one expression can only be checked when the task runs.
 */
export function argumentProblem(resource: string, args: unknown): string | undefined {
  const parsed = parseResource(resource);
  if (parsed?.kind !== 'optimized') return undefined;
  const integration = optimizedIntegrations[`${parsed.service}:${parsed.action}`];
  if (!integration || typeof args === 'string') return undefined;
  if (args !== undefined && (args === null || typeof args !== 'object' || Array.isArray(args))) {
    return `Arguments of ${resource} must be an object.`;
  }
  const given = Object.keys(args ?? {});
  const { required, eitherOf = [], optional } = integration;
  const choice = eitherOf.some((name) => given.includes(name)) ? [] : eitherOf.slice(0, 1);
  const missing = [...required, ...choice].find((name) => !given.includes(name));
  if (missing) return `The field "${missing}" is required but was missing in the Arguments of ${resource}.`;
  const known = [...required, ...eitherOf, ...optional];
  const unknown = given.find((name) => !known.includes(name));
  if (unknown) return `The field "${unknown}" is not supported by ${resource}; it takes ${known.join(', ')}.`;
  return undefined;
}
