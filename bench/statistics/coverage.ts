import {
  falseClaims,
  falseClaimsOfPeeking,
  falseClaimsOfScores,
  powerAt,
} from '../../test/support/statistics/claims.ts';
import { CASES, pairedCoverage, RATES, rateCoverage, UNITS } from '../../test/support/statistics/coverage.ts';

/**
 * How often 95% intervals hold the truth, how often a difference is claimed where there is none, and how often one is claimed
 * that is said to be visible. Prints Markdown. Usage: npx tsx bench/statistics/coverage.ts [samples, default 2000]
 */
const SAMPLES = Number(process.argv[2] ?? 2_000);
const percent = (share: number): string => (share * 100).toFixed(1);

function table(title: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  console.info(`\n${title}\n`);
  for (const row of [head, head.map(() => '---'), ...rows]) console.info(`| ${row.join(' | ')} |`);
}

for (const [title, coverage] of [
  ['Coverage of 95% intervals: a pass rate', rateCoverage],
  ['Coverage of 95% intervals: a paired difference of pass rates', pairedCoverage],
] as const) {
  table(
    title,
    ['units', ...UNITS.flatMap((units) => RATES.map((rate) => `${units}, ${rate}`))],
    CASES.map((one) => [
      one.name,
      ...UNITS.flatMap((units) => RATES.map((rate) => percent(coverage(one, units, rate, SAMPLES)))),
    ]),
  );
}

table(
  'False claims where nothing differs, in percent',
  ['rows', '10% of rows change sides', '30%', 'any of 10 evaluators'],
  UNITS.map((rows) => [
    `${rows}`,
    percent(falseClaims(rows, 0.1, SAMPLES)),
    percent(falseClaims(rows, 0.3, SAMPLES)),
    percent(falseClaimsOfScores(rows, 10, SAMPLES / 10)),
  ]),
);

table(
  'False claims when looking every 20 rows, in percent',
  ['rows planned', 'rows that change sides', 'always valid', 'fixed'],
  [200, 1_000].flatMap((rows) =>
    [0.1, 0.3].map((changed) => [
      `${rows}`,
      `${changed * 100}%`,
      percent(falseClaimsOfPeeking(rows, changed, SAMPLES / 2, true)),
      percent(falseClaimsOfPeeking(rows, changed, SAMPLES / 2, false)),
    ]),
  ),
);

table(
  'Power at the difference said to be visible in four of five runs, in percent',
  ['rows', 'figure', 'claims', 'visible', 'power'],
  [20, 50, 200, 1_000].flatMap((rows) =>
    [
      { name: 'pass rate', spread: { deviation: Math.sqrt(0.1), isPlain: true } },
      { name: 'pass rate', spread: { deviation: Math.sqrt(0.3), isPlain: true } },
      { name: 'scores', spread: { deviation: 0.2, isPlain: false } },
    ].flatMap(({ name, spread }) =>
      [1, 10].map((figures) => {
        const { visible, power } = powerAt(rows, spread, figures, SAMPLES / 4);
        return [
          `${rows}`,
          `${name}, deviation ${spread.deviation.toFixed(2)}`,
          `${figures}`,
          visible.toFixed(3),
          percent(power),
        ];
      }),
    ),
  ),
);
