import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { checkAttributes } from '../queue-attributes.ts';
import type { Queues } from '../queues.ts';
import { parseInput, queueUrl } from '../request.ts';

const schema = z.object({ QueueUrl: queueUrl, Attributes: z.record(z.string(), z.string()) });

/** Attributes that an empty value takes away. */
const REMOVABLE = new Set(['Policy', 'RedrivePolicy', 'RedriveAllowPolicy', 'KmsMasterKeyId']);

export const setQueueAttributes = (queues: Queues): Operation<unknown> => ({
  permissions: queues.permission('SetQueueAttributes'),
  async run(request) {
    const { QueueUrl, Attributes } = parseInput(schema, request);
    const { definition } = queues.get(QueueUrl);
    const removes = (name: string, value: string) => value === '' && REMOVABLE.has(name);
    const set = Object.fromEntries(Object.entries(Attributes).filter(([name, value]) => !removes(name, value)));
    checkAttributes(set, (arn) => queues.byArn(arn) !== undefined);
    const merged = Object.entries({ ...definition.attributes, ...Attributes });
    const attributes = Object.fromEntries(merged.filter(([name, value]) => !removes(name, value)));
    queues.define({ ...definition, attributes, modifiedAt: Date.now() });
    return {};
  },
});
