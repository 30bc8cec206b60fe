import type { Event } from './event.ts';
import type { Target } from './target.ts';

/** What a target gets: the event, a part of it, a constant, or a text made from it; nothing if that cannot be made. */
export function targetInput(target: Target, event: Event, ruleArn: string): string | undefined {
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

const PREDEFINED = [
  'aws.events.rule-arn',
  'aws.events.rule-name',
  'aws.events.event.ingestion-time',
  'aws.events.event',
  'aws.events.event.json',
];

/** The first `<name>` of the template that stands for nothing. */
export function undefinedPlaceholder({ InputPathsMap = {}, InputTemplate }: Transformer): string | undefined {
  const names = [...InputTemplate.matchAll(/<([^<>\s]+)>/g)].map(([, name = '']) => name);
  return names.find((name) => !PREDEFINED.includes(name) && !Object.hasOwn(InputPathsMap, name));
}

type Transformer = NonNullable<Target['InputTransformer']>;

/**
 * `<name>` in the template stands for a value of the event, outside quotation marks as JSON. Between them, in a text,
 * lists and objects lose their own quotation marks; in a JSON template they would break it, and AWS sends nothing.
 */
function transform(transformer: Transformer, event: Event, ruleArn: string): string | undefined {
  const { InputPathsMap = {}, InputTemplate } = transformer;
  const { detail: _, 'detail-type': detailType, ...others } = event;
  const predefined: Record<string, unknown> = {
    'aws.events.rule-arn': ruleArn,
    'aws.events.rule-name': ruleArn.slice(ruleArn.lastIndexOf('/') + 1),
    'aws.events.event.ingestion-time': event.time,
    'aws.events.event': { ...others, detailType },
    'aws.events.event.json': event,
  };
  const valueNamed = (name: string): unknown => {
    if (Object.hasOwn(predefined, name)) return predefined[name];
    const path = Object.hasOwn(InputPathsMap, name) ? InputPathsMap[name] : undefined;
    return path === undefined ? undefined : valueAtPath(event, path);
  };
  const isJsonTemplate = InputTemplate.trimStart().startsWith('{');
  let quoted = false;
  const text = InputTemplate.replace(/\\.|"|<([^<>\s]+)>/g, (found, name: string | undefined) => {
    if (found === '"') quoted = !quoted;
    if (name === undefined) return found;
    const value = valueNamed(name) ?? '';
    if (!quoted) return JSON.stringify(value);
    if (typeof value === 'string') return JSON.stringify(value).slice(1, -1);
    return isJsonTemplate ? JSON.stringify(value) : JSON.stringify(value).replaceAll('"', '');
  });
  if (isJsonTemplate) return isJson(text) ? text : undefined;
  return text.startsWith('"') ? text : JSON.stringify(text);
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
