import type { ComparedVariant } from '../../contracts/comparison.ts';
import { compareVariants } from '../../core/experiments/compare-variants.ts';
import { drawerFrom } from '../../core/statistics/random.ts';

/** How long a comparison of three variants takes. Usage: npx tsx bench/statistics/compare.ts [rows, default 10000] */
const ROWS = Number(process.argv[2] ?? 10_000);
const SHARES = { A: 0.7, B: 0.71, C: 0.74 };

function variant(name: string, share: number, evaluators: readonly string[]): ComparedVariant {
  const draw = drawerFrom(name);
  const one = new Int32Array(1);
  const chance = () => {
    draw(one, 1_000_000);
    return (one[0] ?? 0) / 1_000_000;
  };
  const rows = Array.from({ length: ROWS }, (_, n) => ({
    sampleId: `s${n}`,
    rowIndex: n,
    status: 'succeeded' as const,
    passed: chance() < share,
    scores: Object.fromEntries(evaluators.map((evaluator) => [evaluator, chance()])),
  }));
  return { name, evaluationId: name, rows };
}

for (const evaluators of [[], ['near'], ['near', 'style'], ['near', 'style', 'tone', 'length']]) {
  const variants = Object.entries(SHARES).map(([name, share]) => variant(name, share, evaluators));
  const began = performance.now();
  const cpu = process.cpuUsage();
  compareVariants(variants, 'A');
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const busy = (process.cpuUsage(cpu).user / 1e6).toFixed(1);
  console.info(`pass rate and ${evaluators.length} evaluators: ${seconds} s, ${busy} s of processor`);
}
