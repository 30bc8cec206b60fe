import { milliseconds } from '../../../core/format.ts';
import { segmentOf } from '../../../core/rows/segments.ts';

/** A part of the API's filter, such as `failedBy:exact`, and how people say it. */
export interface FilterPart {
  readonly part: string;
  readonly label: string;
}

const LABELS: Readonly<Record<string, (value: string) => string>> = {
  error: (name) => name,
  class: (name) => `${name} errors`,
  variant: (model) => `answered by ${model}`,
  failedBy: (evaluator) => `failed by ${evaluator}`,
  passedBy: (evaluator) => `passed by ${evaluator}`,
  segment: (value) => segmentOf(value).join(' is '),
  slowerThan: (value) => `slower than ${milliseconds(Number(value))}`,
};

export function labelOf(part: string): string {
  const at = part.indexOf(':');
  return LABELS[part.slice(0, at)]?.(part.slice(at + 1)) ?? part;
}

const offered = (part: string): FilterPart => ({ part, label: labelOf(part) });

interface Known {
  readonly evaluators: readonly string[];
  readonly errors: readonly string[];
  readonly models: readonly string[];
  readonly p95?: number;
}

/** What can be filtered by in this run. */
export const filtersFor = ({ evaluators, errors, models, p95 }: Known): FilterPart[] => [
  ...(p95 === undefined ? [] : [offered(`slowerThan:${Math.round(p95)}`)]),
  ...models.map((name) => offered(`variant:${name}`)),
  ...evaluators.flatMap((name) => [offered(`failedBy:${name}`), offered(`passedBy:${name}`)]),
  ...[...new Set(errors)].map((name) => offered(`error:${name}`)),
  ...(errors.length > 0 ? [offered('class:transient'), offered('class:permanent')] : []),
];

/** What somebody typed, as a part of the filter: a label, the API's own words, or a time of their own. */
export function partOf(typed: string, known: readonly FilterPart[]): string | undefined {
  const text = typed.trim();
  const found = known.find(({ part, label }) => label.toLowerCase() === text.toLowerCase() || part === text);
  if (found) return found.part;
  const [, value, unit] = /^slower than ([\d.]+) ?(ms|s)$/i.exec(text) ?? [];
  return value ? `slowerThan:${Number(value) * (unit?.toLowerCase() === 's' ? 1000 : 1)}` : undefined;
}
