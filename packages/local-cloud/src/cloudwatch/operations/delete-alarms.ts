import { z } from 'zod';
import type { Operation } from '../../service.ts';
import type { Alarms } from '../alarms.ts';
import { parseInput } from '../request.ts';

const schema = z.object({ AlarmNames: z.array(z.string().min(1).max(255)).max(100) });

/** "If you specify any incorrect alarm names, the alarms you specify with correct names are still deleted." */
export const deleteAlarms = (alarms: Alarms): Operation<{ AlarmNames?: unknown }> => ({
  permissions: ({ AlarmNames }) =>
    (Array.isArray(AlarmNames) ? AlarmNames : []).map((name) => ({
      action: 'cloudwatch:DeleteAlarms',
      resource: alarms.arnOf(String(name)),
    })),
  async run(input) {
    for (const name of parseInput(schema, input).AlarmNames) alarms.delete(name);
    return {};
  },
});
