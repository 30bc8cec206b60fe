import type { OnUnknown } from '../contracts/evaluation-config.ts';
import { plural } from './format.ts';

/** The error of a row whose call may have been made and whose answer was lost. */
export const OUTCOME_UNKNOWN = 'OutcomeUnknown';

/** The row's call may have been made: calling it again may have its effect a second time. */
export const isUnknown = ({ error_name }: { readonly error_name?: string | null }): boolean =>
  error_name === OUTCOME_UNKNOWN;

interface Unknown {
  readonly unknown?: number;
  readonly calledAgain?: number;
}

/** What is done, or was, with rows whose call may have been made. */
export function describeUnknown({ unknown = 0, calledAgain = 0 }: Unknown, id: string): string[] {
  return [
    ...(calledAgain > 0 ? [`${mayHaveBeenMade(calledAgain)} called again.`] : []),
    ...(unknown > 0
      ? [
          `${mayHaveBeenMade(unknown)} left failed. If calling again is safe: rollcall retry ${id} --on-unknown call-again`,
        ]
      : []),
  ];
}

const mayHaveBeenMade = (rows: number): string =>
  `${plural(rows, 'row')} whose call may have been made ${rows === 1 ? 'was' : 'were'}`;

/** Failed rows that a pass over them calls. */
export const failedToCall = (failed: number, unknown: number, onUnknown: OnUnknown): number =>
  onUnknown === 'call-again' ? failed : failed - unknown;
