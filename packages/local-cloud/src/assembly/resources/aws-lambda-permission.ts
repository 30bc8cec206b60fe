import type { ResourceHandler } from '../resource-handler.ts';

interface LambdaPermission {
  readonly Action: string;
  readonly FunctionName: string;
  readonly Principal: string;
}

/** A permission is one statement of its function's resource policy, under an id of CloudFormation's making. */
export const lambdaPermission: ResourceHandler<LambdaPermission> = {
  type: 'AWS::Lambda::Permission',
  properties: ['Action', 'FunctionName', 'Principal', 'SourceAccount', 'SourceArn'],
  replacedBy: ['FunctionName'],
  async create(request) {
    const StatementId = request.generateName({ maxLength: 100 });
    await request.call('lambda', 'AddPermission', { ...request.properties, StatementId });
    return { ref: StatementId, attributes: { Id: StatementId } };
  },
  async update(request, { ref: StatementId, attributes }) {
    const { FunctionName } = request.properties;
    await request.call('lambda', 'RemovePermission', { FunctionName, StatementId });
    await request.call('lambda', 'AddPermission', { ...request.properties, StatementId });
    return { ref: StatementId, attributes };
  },
  async delete(request, { ref: StatementId, properties: { FunctionName } }) {
    await request.call('lambda', 'RemovePermission', { FunctionName, StatementId });
  },
};
