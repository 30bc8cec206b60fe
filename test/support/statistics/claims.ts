import { effectsOf, leavesZeroOut, type Pair, settled } from '../../../core/experiments/effect.ts';
import { type Spread, visibleDifference } from '../../../core/statistics/power.ts';
import { normal } from './coverage.ts';
import { uniformFrom } from './uniform.ts';

/** Rows that pass or fail: a share of them changes sides, on balance for the better by `difference`. */
const plainPair = (uniform: () => number, changed: number, difference: number): Pair => {
  const draw = uniform();
  const better = (changed + difference) / 2;
  return { variant: Number(draw < better), baseline: Number(draw >= better && draw < changed), isUnanswered: false };
};

const shareOf = (samples: number, holds: (sample: number) => boolean): number =>
  Array.from({ length: samples }, (_, sample) => holds(sample)).filter(Boolean).length / samples;

/** As `settled` decides of one figure. */
const isClaim = (pairs: readonly Pair[], seed: string, planned?: number): boolean => {
  const [effect] = effectsOf([pairs], undefined, seed, planned);
  return effect !== undefined && effect.p <= 0.05 && leavesZeroOut(effect.intervalAt(0.05));
};

/** How often a difference is claimed where there is none. */
export function falseClaims(rows: number, changed: number, samples: number): number {
  const uniform = uniformFrom(`false claims ${rows} ${changed}`);
  return shareOf(samples, (sample) =>
    isClaim(
      Array.from({ length: rows }, () => plainPair(uniform, changed, 0)),
      `${sample}`,
    ),
  );
}

/** The same where several evaluators are asked and none differs: how often any claim is made. */
export function falseClaimsOfScores(rows: number, evaluators: number, samples: number): number {
  const uniform = uniformFrom(`false claims of ${evaluators}`);
  return shareOf(samples, (sample) => {
    const scored = () => ({ variant: uniform(), baseline: uniform(), isUnanswered: false });
    const columns = Array.from({ length: evaluators }, () => Array.from({ length: rows }, scored));
    return settled(effectsOf(columns, undefined, `${sample}`)).some((effect) => effect?.verdict !== 'cannot tell');
  });
}

/** The same where someone looks every 20 rows while the run is in progress. @param isValid with intervals that hold at every look */
export function falseClaimsOfPeeking(rows: number, changed: number, samples: number, isValid: boolean): number {
  const uniform = uniformFrom(`peeking ${rows} ${changed}`);
  return shareOf(samples, (sample) => {
    const pairs: Pair[] = [];
    let claimed = false;
    while (pairs.length < rows - 20) {
      for (let row = 0; row < 20; row++) pairs.push(plainPair(uniform, changed, 0));
      claimed ||= isClaim(pairs, `${sample}`, isValid ? rows : undefined);
    }
    return claimed;
  });
}

/** How often the difference is claimed that is said to be visible in four of five runs, and how large that is. */
export function powerAt(
  rows: number,
  spread: Spread,
  figures: number,
  samples: number,
): { visible: number; power: number } {
  const uniform = uniformFrom(`power ${rows} ${spread.deviation} ${figures}`);
  const alpha = 0.05 / figures;
  const visible = visibleDifference(rows, spread, alpha);
  if (visible === undefined) return { visible: Number.NaN, power: Number.NaN };
  const changed = Math.min(1, Math.max(spread.deviation ** 2 + visible ** 2, visible));
  const draw = (): Pair =>
    spread.isPlain
      ? plainPair(uniform, changed, visible)
      : { variant: visible + spread.deviation * normal(uniform), baseline: 0, isUnanswered: false };
  const power = shareOf(samples, (sample) => {
    const [effect] = effectsOf([Array.from({ length: rows }, draw)], undefined, `${sample}`);
    const interval = effect?.intervalAt(alpha);
    return effect !== undefined && effect.p <= alpha && interval !== undefined && interval.low > 0;
  });
  return { visible, power };
}
