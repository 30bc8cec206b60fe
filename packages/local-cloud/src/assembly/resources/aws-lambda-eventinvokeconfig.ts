import { asNumber, type ResourceHandler, type ResourceRequest } from '../resource-handler.ts';

interface EventInvokeConfig {
  readonly FunctionName: string;
  readonly Qualifier?: string;
  readonly MaximumRetryAttempts?: unknown;
  readonly MaximumEventAgeInSeconds?: unknown;
  readonly DestinationConfig?: object;
}

/** How asynchronous invocations of a function are retried, and where their outcome goes. */
export const eventInvokeConfig: ResourceHandler<EventInvokeConfig> = {
  type: 'AWS::Lambda::EventInvokeConfig',
  properties: ['FunctionName', 'Qualifier', 'MaximumRetryAttempts', 'MaximumEventAgeInSeconds', 'DestinationConfig'],
  replacedBy: ['FunctionName', 'Qualifier'],
  async create(request) {
    await put(request);
    return { ref: request.generateName(), attributes: {} };
  },
  async update(request, { ref, attributes }) {
    await put(request);
    return { ref, attributes };
  },
  async delete(request) {
    const { FunctionName, Qualifier } = request.properties;
    await request.call('lambda', 'DeleteFunctionEventInvokeConfig', { FunctionName, Qualifier });
  },
};

async function put({ call, properties }: ResourceRequest<EventInvokeConfig>): Promise<void> {
  await call('lambda', 'PutFunctionEventInvokeConfig', {
    ...properties,
    MaximumRetryAttempts: asNumber(properties.MaximumRetryAttempts),
    MaximumEventAgeInSeconds: asNumber(properties.MaximumEventAgeInSeconds),
  });
}
