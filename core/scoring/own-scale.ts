import { isObject } from '../json.ts';

type Scale = readonly [low: number, high: number];

/** By evaluator, for those that score in a scale of their own. Results store every score from 0 to 1. */
export type Scales = Readonly<Record<string, Scale>>;

const isScale = (value: unknown): value is Scale =>
  Array.isArray(value) && value.length === 2 && value.every((bound) => typeof bound === 'number');

/** @param config of a run or a monitor */
export function scalesOf(config: unknown): Scales {
  const evaluators = isObject(config) && Array.isArray(config.evaluators) ? config.evaluators.filter(isObject) : [];
  return Object.fromEntries(
    evaluators.flatMap(({ name, type, scale }) =>
      isScale(scale) && (scale[0] !== 0 || scale[1] !== 1) ? [[String(name ?? type), scale]] : [],
    ),
  );
}

/** A score as its evaluator gave it: 0.25 of a judge with the scale 1–5 is `2 of 5`. */
export function scoreText(score: number, scale: Scale | undefined): string {
  if (!scale) return score.toFixed(2);
  const [low, high] = scale;
  const value = Math.round(inScale(score, scale) * 100) / 100;
  return low === 0 || low === 1 ? `${value} of ${high}` : `${value} (${low} to ${high})`;
}

export const inScale = (score: number, [low, high]: Scale = [0, 1]): number => low + score * (high - low);
