import { type Measurement, UNITS } from './metric.ts';

interface Directive {
  readonly Namespace?: unknown;
  readonly Dimensions?: unknown;
  readonly Metrics?: unknown;
}

/**
 * The metrics in a log line of the CloudWatch embedded metric format: `{ "_aws": { "Timestamp", "CloudWatchMetrics":
 * [{ Namespace, Dimensions: [[key]], Metrics: [{ Name, Unit }] }] }, key: "value", name: 12 }`. A line that is not of
 * the format, or a metric in it that is malformed, is left out, as CloudWatch does.
 */
export function embeddedMetrics(line: string, now: number): Measurement[] {
  // `console.log` puts a time and the request's id before the JSON.
  const start = line.includes('"_aws"') ? line.indexOf('{') : -1;
  if (start < 0) return [];
  let root: Record<string, unknown>;
  try {
    root = JSON.parse(line.slice(start));
  } catch {
    return [];
  }
  const { Timestamp, CloudWatchMetrics } = (root._aws ?? {}) as { Timestamp?: unknown; CloudWatchMetrics?: unknown };
  const timestamp = typeof Timestamp === 'number' ? Timestamp : now;
  if (Number.isNaN(new Date(timestamp).getTime())) return [];
  return list<Directive>(CloudWatchMetrics).flatMap((directive) => measurementsOf(directive, root, timestamp));
}

function measurementsOf(directive: Directive, root: Record<string, unknown>, timestamp: number): Measurement[] {
  const namespace = directive.Namespace;
  if (typeof namespace !== 'string' || namespace === '') return [];
  const sets = list<unknown>(directive.Dimensions).flatMap((keys) => dimensionsOf(keys, root));
  const found: Measurement[] = [];
  for (const { Name, Unit, StorageResolution } of list<Record<string, unknown>>(directive.Metrics)) {
    const values = typeof Name === 'string' && Object.hasOwn(root, Name) ? numbers(root[Name]) : [];
    if (values.length === 0) continue;
    const unit = UNITS.find((known) => known === Unit) ?? 'None';
    const resolution = StorageResolution === 1 ? 1 : 60;
    for (const dimensions of sets) {
      found.push({ namespace, name: String(Name), dimensions, timestamp, unit, resolution, values });
    }
  }
  return found;
}

/** A set whose keys are not all members of the line is no set. */
function dimensionsOf(keys: unknown, root: Record<string, unknown>): Record<string, string>[] {
  const names = Array.isArray(keys) ? keys.map(String) : [];
  if (!names.every((name) => Object.hasOwn(root, name) && root[name] !== null)) return [];
  return [Object.fromEntries(names.map((name) => [name, String(root[name])]))];
}

function numbers(value: unknown): [number, number][] {
  const values = Array.isArray(value) ? value : [value];
  return values.filter((item): item is number => Number.isFinite(item)).map((item) => [item, 1]);
}

const list = <Item>(value: unknown): Item[] =>
  Array.isArray(value) ? value.filter((item) => item !== null && typeof item === 'object') : [];
