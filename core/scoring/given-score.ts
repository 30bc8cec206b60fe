import type { Score } from '../../contracts/score.ts';
import { isObject } from '../json.ts';
import { quote, ScoringError } from './compare.ts';
import { reaches } from './pass-line.ts';

/** A score that an expression, a function or a judge gave: true or false, a number, or `{ score, passed, reason }`. */
export function givenScore(value: unknown, passAt: number, [min, max]: readonly [number, number] = [0, 1]): Score {
  if (typeof value === 'boolean') return { score: value ? 1 : 0, passed: value };
  if (typeof value === 'number') return scored(value, undefined, undefined, passAt, [min, max]);
  if (!isObject(value)) throw new ScoringError(`It gave ${quote(value)}; it must give ${ALLOWED(min, max)}.`);
  const { score, passed, reason } = value;
  const said = typeof reason === 'string' ? reason : undefined;
  const decided = typeof passed === 'boolean' ? passed : undefined;
  if (typeof score === 'boolean') return { ...scored(score ? max : min, decided, said, passAt, [min, max]) };
  if (score === undefined && decided !== undefined)
    return scored(decided ? max : min, decided, said, passAt, [min, max]);
  const number = typeof score === 'string' && score.trim() !== '' ? Number(score) : score;
  if (typeof number !== 'number') throw new ScoringError(`It gave ${quote(value)}; it must give ${ALLOWED(min, max)}.`);
  return scored(number, decided, said, passAt, [min, max]);
}

function scored(
  value: number,
  passed: boolean | undefined,
  reason: string | undefined,
  passAt: number,
  [min, max]: readonly [number, number],
): Score {
  if (!(value >= min && value <= max))
    throw new ScoringError(`It gave the score ${value}; it must be from ${min} to ${max}.`);
  return { score: (value - min) / (max - min), passed: passed ?? reaches(value, passAt), ...(reason && { reason }) };
}

const ALLOWED = (min: number, max: number): string =>
  `true or false, a number from ${min} to ${max}, or { score, passed, reason }`;
