import { RollcallError } from '../../contracts/errors.ts';

export const nothingToExport = (evaluationId: string, why: string): RollcallError =>
  new RollcallError('NothingToExport', `There is nothing to export of run ${evaluationId}: ${why}.`);
