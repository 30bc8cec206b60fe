import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod';
import type { IndexRow, rowListSchema } from '../../../contracts/api/rows.ts';
import { call, query } from '../../api/call.ts';

/** More rows than this are not brought into the browser. */
export const MOST_ROWS = 20_000;
const PAGE = 500;

/** Every row of a run, page by page. */
export const useAllRows = (id: string) =>
  useQuery({
    queryKey: ['rows', id, 'all'],
    enabled: id !== '',
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const rows: IndexRow[] = [];
      let cursor: string | undefined;
      do {
        const path = `runs/${encodeURIComponent(id)}/rows${query({ limit: PAGE, cursor })}`;
        const page = await call<z.output<typeof rowListSchema>>(path, { signal });
        rows.push(...page.rows);
        cursor = page.cursor;
      } while (cursor && rows.length < MOST_ROWS);
      return { rows, isWhole: cursor === undefined };
    },
  });
