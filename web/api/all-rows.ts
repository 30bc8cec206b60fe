import { useQueries } from '@tanstack/react-query';
import type * as z from 'zod';
import type { IndexRow, rowListSchema } from '../../contracts/api/rows.ts';
import { call, query } from './call.ts';

/** More rows than this are not brought into the browser. */
export const MOST_ROWS = 20_000;
const PAGE = 500;

/** A run, or what one of several models has answered in it. */
interface Asked {
  readonly evaluationId: string;
  readonly variant?: string;
}

/** Every row of each of these runs, page by page; `rows` is there when all are. */
export const useAllRows = (runs: readonly Asked[]) =>
  useQueries({
    queries: runs.map(({ evaluationId, variant }) => ({
      queryKey: ['rows', evaluationId, 'all', variant],
      staleTime: 60_000,
      queryFn: ({ signal }: { signal: AbortSignal }) => readAll(evaluationId, variant, signal),
    })),
    combine: (read) => ({
      rows: read.every(({ data }) => data) ? read.map(({ data }) => data?.rows ?? []) : undefined,
      isWhole: read.every(({ data }) => data?.isWhole !== false),
      error: read.find(({ error }) => error)?.error,
    }),
  });

async function readAll(
  id: string,
  variant: string | undefined,
  signal: AbortSignal,
): Promise<{ rows: IndexRow[]; isWhole: boolean }> {
  const rows: IndexRow[] = [];
  let cursor: string | undefined;
  do {
    const path = `runs/${encodeURIComponent(id)}/rows${query({ limit: PAGE, cursor, filter: variant && `variant:${variant}` })}`;
    const page = await call<z.output<typeof rowListSchema>>(path, { signal });
    rows.push(...page.rows);
    cursor = page.cursor;
  } while (cursor && rows.length < MOST_ROWS);
  return { rows, isWhole: cursor === undefined };
}
