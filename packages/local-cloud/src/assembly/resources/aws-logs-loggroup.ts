import { asNumber, type ResourceHandler, type ResourceRequest } from '../resource-handler.ts';

interface LogGroup {
  readonly LogGroupName?: string;
  readonly RetentionInDays?: unknown;
}

export const logGroup: ResourceHandler<LogGroup> = {
  type: 'AWS::Logs::LogGroup',
  properties: ['LogGroupName', 'RetentionInDays'],
  ignored: ['DataProtectionPolicy', 'FieldIndexPolicies', 'KmsKeyId', 'LogGroupClass', 'Tags'],
  replacedBy: ['LogGroupName'],
  customName: ({ LogGroupName }) => LogGroupName,
  async create(request) {
    const logGroupName = request.properties.LogGroupName ?? request.generateName({ maxLength: 512 });
    await request.call('logs', 'CreateLogGroup', { logGroupName });
    await keep(request, logGroupName);
    const { region, accountId } = request.context;
    return {
      ref: logGroupName,
      attributes: { Arn: `arn:aws:logs:${region}:${accountId}:log-group:${logGroupName}:*` },
    };
  },
  async update(request, { ref, attributes }) {
    await keep(request, ref);
    return { ref, attributes };
  },
  async delete(request, { ref }) {
    await request.call('logs', 'DeleteLogGroup', { logGroupName: ref });
  },
};

/** Without a retention, lines are kept for ever. */
async function keep({ call, properties }: ResourceRequest<LogGroup>, logGroupName: string): Promise<void> {
  const retentionInDays = asNumber(properties.RetentionInDays);
  if (retentionInDays === undefined) await call('logs', 'DeleteRetentionPolicy', { logGroupName });
  else await call('logs', 'PutRetentionPolicy', { logGroupName, retentionInDays });
}
