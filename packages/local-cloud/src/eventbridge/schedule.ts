import { AwsError } from '../aws-error.ts';

export interface Schedule {
  readonly expression: string;
  readonly everyMs: number;
  /** It falls due every so often from here on. */
  readonly from: number;
}

const RATE = /^rate\(([1-9]\d{0,8}) (minute|minutes|hour|hours|day|days)\)$/;
const UNIT_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** "A rate expression starts when you create the scheduled event rule." One that stays the same goes on. */
export function scheduleOf(expression: string, existing?: Schedule): Schedule {
  if (existing?.expression === expression) return existing;
  const [, value, unit = ''] = RATE.exec(expression) ?? [];
  // "If the value is equal to 1, then the unit must be singular", and plural otherwise.
  if (value === undefined || (value === '1') === unit.endsWith('s')) {
    const hint = expression.startsWith('cron(') ? ' The local cloud runs rates alone.' : '';
    throw new AwsError('ValidationException', `Parameter ScheduleExpression is not valid.${hint}`);
  }
  const everyMs = Number(value) * UNIT_MS[unit.replace(/s$/, '') as keyof typeof UNIT_MS];
  return { expression, everyMs, from: Date.now() };
}

export const nextDue = ({ from, everyMs }: Schedule, now: number): number =>
  from + (Math.floor((now - from) / everyMs) + 1) * everyMs;
