import { invokeLater } from '../../../client/connect/invoke.ts';
import { scoreOf } from '../../../client/scoring/mark-row.ts';
import { noteMark } from '../../../client/scoring/marks.ts';
import { startScoring } from '../../../client/scoring/start-scoring.ts';
import { rowParamsSchema } from '../../../contracts/api/rows.ts';
import { runParamsSchema } from '../../../contracts/api/runs.ts';
import {
  markedRowSchema,
  markRequestSchema,
  scoreRequestSchema,
  scoringSchema,
} from '../../../contracts/api/scoring.ts';
import { RollcallError } from '../../../contracts/errors.ts';
import { isObject, parseJson } from '../../../core/json.ts';
import { ApiError } from '../api-error.ts';
import { findRun } from '../find-run.ts';
import { refuseUnbound } from '../refuse-unbound.ts';
import { type Route, route } from '../route.ts';

export const runScoringRoutes: readonly Route[] = [
  route({
    method: 'PUT',
    path: '/api/v1/runs/{id}/rows/{row}/mark',
    summary:
      'Records a person’s verdict on an answer as the score `human`. It reaches the results table seconds later.',
    role: 'operator',
    params: rowParamsSchema,
    body: markRequestSchema,
    answer: markedRowSchema,
    async handler({ caller, params: { id, row }, body }, dependencies) {
      const { installation, keys, rows, rowMarkerFunction } = dependencies;
      const record = await findRun(id, caller, dependencies);
      const by = (await keys.find(caller.keyId))?.name ?? caller.keyId;
      const human = scoreOf(record, { ...body, by });
      const { trial = 0 } = body;
      const found = (await rows.list(record)).find(
        (one) => one.rowIndex === row && one.trial === trial && one.variant === (body.variant ?? one.variant),
      );
      if (!found) throw new ApiError('NotFound', `Run ${id} has no result for row ${row}.`);
      if (found.status !== 'succeeded')
        throw new ApiError('Conflict', `Row ${row} is ${found.status}; it has no answer.`);
      const { evaluation_id: evaluationId } = record;
      const { variant } = found;
      await noteMark(evaluationId, found, human, installation);
      const marked = { evaluationId, row, trial, variant, human };
      await invokeLater(rowMarkerFunction, marked, installation.clients.lambda);
      return { row, human };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/runs/{id}/score',
    summary: 'Grades the answers of a finished run again. The target is not called.',
    role: 'operator',
    params: runParamsSchema,
    body: scoreRequestSchema,
    answer: scoringSchema,
    status: 202,
    idempotent: true,
    async handler({ caller, params: { id }, body: { evaluators } }, dependencies) {
      const { evaluation_id, status, finished_at, config } = await findRun(id, caller, dependencies);
      if (!finished_at) throw new RollcallError('RunStillActive', `Run ${id} is ${status}.`);
      refuseUnbound({ evaluators }, caller, dependencies);
      const own = parseJson(config);
      if (!evaluators && !(isObject(own) && own.evaluators)) {
        throw new ApiError('InvalidRequest', `Run ${id} has no evaluators of its own; give some in evaluators.`);
      }
      await startScoring(evaluation_id, evaluators, dependencies.installation);
      return { evaluationId: id, status: 'pending' as const };
    },
  }),
];
