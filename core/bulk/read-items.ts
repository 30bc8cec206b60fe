import { isObject, parseJson } from '../json.ts';
import { parsePath, valueAt } from '../scoring/json-paths.ts';
import { csvRows } from './csv-rows.ts';

/** Names under which APIs give back the items, the most telling first. */
const USUAL_NAMES = ['results', 'items', 'records', 'responses', 'data', 'outputs'];

interface BulkText {
  readonly text: string;
  readonly contentType: string;
}

export interface AnswerShape {
  readonly itemsPath?: string;
  readonly wrapperKey?: string;
  /** Items that were sent. */
  readonly sent: number;
}

/** The items of a bulk answer, and the whole of it where it is one value. Undefined when there are none to be found. */
export interface ReadItems {
  readonly items: readonly unknown[];
  readonly whole?: unknown;
}

/** Reads JSON, NDJSON or CSV, by the content type or by what the text turns out to be. */
export function readItems({ text, contentType }: BulkText, shape: AnswerShape): ReadItems | undefined {
  if (/csv/i.test(contentType)) {
    const rows = csvRows(text);
    return rows && { items: rows };
  }
  const isLines = /ndjson|jsonl|jsonlines/i.test(contentType);
  const whole = isLines ? undefined : parseJson(text);
  if (whole === undefined) {
    const items = linesOf(text);
    return items && { items };
  }
  const items = itemsIn(whole, shape);
  return items && { items, whole };
}

/** Each line is JSON, or none of this is NDJSON. */
function linesOf(text: string): unknown[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const items = lines.map(parseJson);
  return lines.length > 0 && items.every((item) => item !== undefined) ? items : undefined;
}

function itemsIn(whole: unknown, { itemsPath, wrapperKey, sent }: AnswerShape): readonly unknown[] | undefined {
  if (itemsPath !== undefined) {
    const found = valueAt(whole, parsePath(itemsPath));
    return Array.isArray(found) ? found : undefined;
  }
  if (Array.isArray(whole)) return whole;
  if (!isObject(whole)) return undefined;
  const lists = Object.entries(whole).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  const named = [...(wrapperKey === undefined ? [] : [wrapperKey]), ...USUAL_NAMES]
    .map((name) => lists.find(([key]) => key === name))
    .find((found) => found !== undefined);
  const only = lists.length === 1 ? lists[0] : undefined;
  const list = (named ?? only)?.[1];
  if (list) return list;
  // `{ "data": { "items": […] } }`
  if (isObject(whole.data)) return itemsIn(whole.data, { wrapperKey, sent: 0 });
  return sent === 1 && lists.length === 0 ? [whole] : undefined;
}
