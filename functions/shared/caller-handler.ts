import type { Context } from 'aws-lambda';
import { type CallerAnswer, type CallerEvent, callerEventSchema } from '../../contracts/caller.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { callRow } from './call-row.ts';
import type { CallerPorts } from './caller-ports.ts';
import { portsFromEnvironment } from './ports-from-environment.ts';
import { logger, traced } from './powertools.ts';
import type { Target } from './target.ts';

/** The handler of a caller: parse the event, call the row, answer `done` or `wait`. */
export const callerHandler =
  (targetOf: (ports: CallerPorts) => Target) =>
  async (event: unknown, context: Context): Promise<CallerAnswer> => {
    logger.addContext(context);
    const parsed = parseCallerEvent(event);
    const ports = portsFromEnvironment();
    const { run, row } = parsed;
    const ids = { evaluationId: run.evaluationId, sampleId: row.sample_id, rowIndex: row.row_index };
    return traced('CallRow', ids, () =>
      callRow(parsed, targetOf(ports), ports, () => context.getRemainingTimeInMillis()),
    );
  };

export function parseCallerEvent(event: unknown): CallerEvent {
  const parsed = callerEventSchema.safeParse(event);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new RollcallError('InvalidRunInput', `The caller's event is not valid. ${problems.join('; ')}`);
}
