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
      queryKey: ['rows', evaluationId, 'all'],
      staleTime: 60_000,
      queryFn: ({ signal }: { signal: AbortSignal }) => readAll(evaluationId, signal),
      select: ({ rows, isWhole }: AllRows) => ({ rows: rows.filter(of(variant)), isWhole }),
    })),
    combine: (read) => ({
      rows: read.every(({ data }) => data) ? read.map(({ data }) => data?.rows ?? []) : undefined,
      isWhole: read.every(({ data }) => data?.isWhole !== false),
      error: read.find(({ error }) => error)?.error,
    }),
  });

interface AllRows {
  readonly rows: readonly IndexRow[];
  readonly isWhole: boolean;
}

/** A call that failed is a row without a model: it has failed for each of them. */
const of = (variant: string | undefined) => (row: IndexRow) =>
  variant === undefined || row.variant === variant || row.variant === '';

async function readAll(id: string, signal: AbortSignal): Promise<AllRows> {
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
