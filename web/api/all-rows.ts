import { useQueries } from '@tanstack/react-query';
import type * as z from 'zod';
import type { IndexRow, rowListSchema } from '../../contracts/api/rows.ts';
import { call, query } from './call.ts';

/** More rows than this are not brought into the browser. */
export const MOST_ROWS = 20_000;
const PAGE = 500;

/** Every row of each of these runs, page by page; `rows` is there when all are. */
export const useAllRows = (ids: readonly string[]) =>
  useQueries({
    queries: ids.map((id) => ({
      queryKey: ['rows', id, 'all'],
      staleTime: 60_000,
      queryFn: ({ signal }: { signal: AbortSignal }) => readAll(id, signal),
    })),
    combine: (runs) => ({
      rows: runs.every(({ data }) => data) ? runs.map(({ data }) => data?.rows ?? []) : undefined,
      isWhole: runs.every(({ data }) => data?.isWhole !== false),
      error: runs.find(({ error }) => error)?.error,
    }),
  });

async function readAll(id: string, signal: AbortSignal): Promise<{ rows: IndexRow[]; isWhole: boolean }> {
  const rows: IndexRow[] = [];
  let cursor: string | undefined;
  do {
    const path = `runs/${encodeURIComponent(id)}/rows${query({ limit: PAGE, cursor })}`;
    const page = await call<z.output<typeof rowListSchema>>(path, { signal });
    rows.push(...page.rows);
    cursor = page.cursor;
  } while (cursor && rows.length < MOST_ROWS);
  return { rows, isWhole: cursor === undefined };
}
