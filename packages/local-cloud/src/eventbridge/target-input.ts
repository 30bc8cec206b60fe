import type { Event } from './event.ts';
import type { Target } from './target.ts';

/** What a target gets as JSON: the event, a part of it, a constant, or a text made from it. */
export function targetInput(target: Target, event: Event, ruleArn: string): string {
  if (target.Input !== undefined) return target.Input;
  if (target.InputPath !== undefined) return JSON.stringify(valueAtPath(event, target.InputPath) ?? null);
  if (target.InputTransformer) return transform(target.InputTransformer, event, ruleArn);
  return JSON.stringify(event);
}

const PATH = /^\$(?:\.[A-Za-z0-9_-]+|\[\d+\]|\['[^']+'\])*$/;

export const isPath = (path: string): boolean => PATH.test(path);

function valueAtPath(event: unknown, path: string): unknown {
  let value: unknown = event;
  for (const [, name, index, quoted] of path.matchAll(/\.([A-Za-z0-9_-]+)|\[(\d+)\]|\['([^']+)'\]/g)) {
    const step = name ?? index ?? quoted ?? '';
    const has = value !== null && typeof value === 'object' && Object.hasOwn(value, step);
    value = has ? (value as Record<string, unknown>)[step] : undefined;
  }
  return value;
}

/**
 * `<name>` in the template stands for a value of the event. Between quotation marks it is put in as text;
 * anywhere else as JSON. A template that is no JSON then is sent as a JSON string.
 */
function transform(transformer: NonNullable<Target['InputTransformer']>, event: Event, ruleArn: string): string {
  const { InputPathsMap = {}, InputTemplate } = transformer;
  const { detail: _, ...withoutDetail } = event;
  const predefined: Record<string, unknown> = {
    'aws.events.rule-arn': ruleArn,
    'aws.events.rule-name': ruleArn.slice(ruleArn.lastIndexOf('/') + 1),
    'aws.events.event.ingestion-time': event.time,
    'aws.events.event': withoutDetail,
    'aws.events.event.json': event,
  };
  const valueNamed = (name: string): unknown => {
    if (Object.hasOwn(predefined, name)) return predefined[name];
    const path = Object.hasOwn(InputPathsMap, name) ? InputPathsMap[name] : undefined;
    return path === undefined ? undefined : valueAtPath(event, path);
  };
  let quoted = false;
  const text = InputTemplate.replace(/\\.|"|<([^<>\s]+)>/g, (found, name: string | undefined) => {
    if (found === '"') quoted = !quoted;
    if (name === undefined) return found;
    const value = valueNamed(name);
    if (!quoted) return JSON.stringify(value ?? '');
    return JSON.stringify(typeof value === 'string' ? value : JSON.stringify(value ?? '')).slice(1, -1);
  });
  return isJson(text) ? text : JSON.stringify(text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
