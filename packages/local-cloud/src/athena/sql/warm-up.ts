import { parseStatement } from './parse.ts';

/** Long enough for a start to be over, short enough to come before a person's first query. */
const FIRST_AFTER_MS = 1_500;
const PAUSE_MS = 100;

/** The parser learns as it goes: what it has seen the like of takes milliseconds, and the first time up to a second. */
const LIKE_OURS = [
  'SELECT 1',
  "SELECT a, count(*) AS n, avg(b) FROM c.d.t WHERE x = 'y' AND z BETWEEN 1 AND 2 GROUP BY 1 ORDER BY a DESC LIMIT 5",
  'INSERT INTO t (a, b) SELECT a, CAST(b AS varchar) FROM s WHERE a IS NOT NULL',
  `MERGE INTO "a"."b"."t" t USING (SELECT a, b FROM (SELECT a, f(b) AS b, row_number() OVER (PARTITION BY a ORDER BY b
   DESC) AS n FROM s WHERE a = 'x' AND b = 1) WHERE n = 1) s ON t.a = s.a AND t.b = s.b WHEN MATCHED AND s.n > t.n
   THEN UPDATE SET b = s.b WHEN NOT MATCHED THEN INSERT (a, b) VALUES (s.a, s.b)`,
];

/** Parses some statements in the background, one at a time. The function it gives back calls that off. */
export function warmUp(): () => void {
  let timer: NodeJS.Timeout | undefined;
  let over = false;
  const schedule = (index: number, after: number) => {
    const statement = LIKE_OURS[index];
    if (statement === undefined || over) return;
    timer = setTimeout(async () => {
      await parseStatement(statement).catch(() => {});
      schedule(index + 1, PAUSE_MS);
    }, after).unref();
  };
  schedule(0, FIRST_AFTER_MS);
  return () => {
    over = true;
    clearTimeout(timer);
  };
}
