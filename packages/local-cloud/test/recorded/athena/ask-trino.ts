import type { Answer } from './answer.ts';
import { athenaText, athenaTypeName, type TrinoType } from './trino-text.ts';

interface Page {
  readonly nextUri?: string;
  readonly columns?: readonly { readonly typeSignature: TrinoType }[];
  readonly data?: readonly (readonly unknown[])[];
  readonly error?: { readonly errorName: string };
}

/** Asks a Trino server. It gives its answer in pages, each of which names the next. */
export async function askTrino(server: string, sql: string): Promise<Answer> {
  const headers = { 'x-trino-user': 'reference', 'x-trino-time-zone': 'UTC' };
  let page = await pageOf(await fetch(`${server}/v1/statement`, { method: 'POST', body: sql, headers }));
  let { columns = [] } = page;
  const rows: (readonly unknown[])[] = [];
  while (page.nextUri) {
    page = await pageOf(await fetch(page.nextUri, { headers }));
    columns = page.columns ?? columns;
    rows.push(...(page.data ?? []));
  }
  if (page.error) return { error: page.error.errorName };
  const types = columns.map(({ typeSignature }) => typeSignature);
  return {
    types: types.map(athenaTypeName),
    rows: rows.map((row) => types.map((type, index) => athenaText(row[index], type))),
  };
}

/** Whole numbers of more than 15 digits would lose some as numbers of JavaScript. */
const pageOf = async (response: Response): Promise<Page> =>
  JSON.parse((await response.text()).replace(/(?<=[[,:])-?\d{16,}(?=[,\]}])/g, '"$&"'));
