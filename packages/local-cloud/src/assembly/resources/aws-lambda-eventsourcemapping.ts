import { asNumber, type ResourceHandler, type ResourceRequest } from '../resource-handler.ts';

interface Mapping {
  readonly EventSourceArn: string;
  readonly FunctionName: string;
  readonly BatchSize?: unknown;
  readonly Enabled?: unknown;
  readonly FunctionResponseTypes?: readonly string[];
  readonly MaximumBatchingWindowInSeconds?: unknown;
  readonly ScalingConfig?: { readonly MaximumConcurrency?: unknown };
}

interface Mapped {
  readonly UUID: string;
  readonly EventSourceMappingArn: string;
}

/** Which queue's messages a function is invoked with. */
export const eventSourceMapping: ResourceHandler<Mapping> = {
  type: 'AWS::Lambda::EventSourceMapping',
  properties: [
    'BatchSize',
    'Enabled',
    'EventSourceArn',
    'FunctionName',
    'FunctionResponseTypes',
    'MaximumBatchingWindowInSeconds',
    'ScalingConfig',
  ],
  ignored: ['Tags'],
  replacedBy: ['EventSourceArn'],
  create: async (request) => made(await request.call<Mapped>('lambda', 'CreateEventSourceMapping', settings(request))),
  async update(request, { ref: UUID }) {
    const { EventSourceArn: _source, ...changed } = settings(request);
    // What a template no longer says is the default again.
    const defaults = { BatchSize: 10, MaximumBatchingWindowInSeconds: 0, Enabled: true };
    const lists = { FunctionResponseTypes: [], ScalingConfig: {} };
    return made(
      await request.call<Mapped>('lambda', 'UpdateEventSourceMapping', { ...defaults, ...lists, ...changed, UUID }),
    );
  },
  async delete(request, { ref: UUID }) {
    await request.call('lambda', 'DeleteEventSourceMapping', { UUID });
  },
};

const made = ({ UUID, EventSourceMappingArn }: Mapped) => ({
  ref: UUID,
  attributes: { Id: UUID, EventSourceMappingArn },
});

function settings({ properties }: ResourceRequest<Mapping>) {
  const { BatchSize, Enabled, MaximumBatchingWindowInSeconds, ScalingConfig, ...same } = properties;
  return {
    ...same,
    ...(BatchSize !== undefined && { BatchSize: asNumber(BatchSize) }),
    ...(Enabled !== undefined && { Enabled: String(Enabled) === 'true' }),
    ...(MaximumBatchingWindowInSeconds !== undefined && {
      MaximumBatchingWindowInSeconds: asNumber(MaximumBatchingWindowInSeconds),
    }),
    ...(ScalingConfig && { ScalingConfig: { MaximumConcurrency: asNumber(ScalingConfig.MaximumConcurrency) } }),
  };
}
