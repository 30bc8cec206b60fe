import { asText } from '../json.ts';
import { parsePath, valueAt } from '../scoring/json-paths.ts';

const PLACE = /\{([^{}]+)\}/g;

/**
 * A URL with `{names}` filled in; undefined when one of them has no value. What is filled in stays one part of the path,
 * unless it is the whole address.
 */
export function fillTemplate(template: string, values: object): string | undefined {
  const isWhole = /^\{[^{}]+\}$/.test(template);
  let isKnown = true;
  const filled = template.replace(PLACE, (_, path: string) => {
    const value = valueAt(values, parsePath(path.trim()));
    if (value === undefined || value === null || value === '') isKnown = false;
    return isWhole ? asText(value) : encodeURIComponent(asText(value));
  });
  return isKnown ? filled : undefined;
}
