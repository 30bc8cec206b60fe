import type { EndpointRun } from '../../contracts/caller.ts';
import type { DatasetRow } from '../../contracts/dataset-row.ts';
import type { Endpoint } from '../../contracts/endpoint.ts';
import { asText, isObject, parseJson } from '../../core/json.ts';
import { modelBody } from '../caller/model-body.ts';
import { rowInput } from '../caller/row-input.ts';
import type { RowOfRun } from '../caller/target.ts';

const LARGEST_BODY_BYTES = 5 * 1024 * 1024;

/** A body and the headers that describe it; the configuration's own headers come first. */
export interface RequestBody {
  readonly text?: string;
  readonly contentType?: string;
}

/** The request's body for a row: the mapping's value, or the row's input to the letter. */
export async function requestBody(event: RowOfRun<EndpointRun>): Promise<RequestBody> {
  const { endpoint } = event.run;
  if (endpoint.method === 'GET' || endpoint.method === 'HEAD') return {};
  if (event.run.model || !event.run.inputMapping)
    return { text: await jsonBody(event), contentType: 'application/json' };
  return written(await mappedInput(event), contentTypeOf(endpoint));
}

const mappedInput = (event: RowOfRun): Promise<unknown> => rowInput(event, LARGEST_BODY_BYTES, () => null);

/** The body where it is JSON: a model's request, the mapping's value, or the row's input. */
export async function jsonBody({ run, row }: RowOfRun<EndpointRun>): Promise<string> {
  if (run.model) return modelBody({ ...run, model: run.model }, row, LARGEST_BODY_BYTES);
  return run.inputMapping ? (JSON.stringify(await mappedInput({ run, row })) ?? 'null') : inputAsJson(row);
}

/** Not parsed and written again: a number of twenty digits stays what it is. */
const inputAsJson = ({ input }: DatasetRow): string =>
  input === null || input === undefined ? 'null' : parseJson(input) === undefined ? JSON.stringify(input) : input;

const contentTypeOf = (endpoint: Endpoint): string =>
  Object.entries(endpoint.headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'application/json';

function written(value: unknown, contentType: string): RequestBody {
  if (/json/i.test(contentType)) return { text: JSON.stringify(value), contentType };
  if (/x-www-form-urlencoded/i.test(contentType) && isObject(value)) {
    const fields = Object.entries(value).map(([name, field]): [string, string] => [name, asText(field)]);
    return { text: new URLSearchParams(fields).toString(), contentType };
  }
  return { text: asText(value), contentType };
}
