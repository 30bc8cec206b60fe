import { createHash } from 'node:crypto';
import type { ResourceHandler, ResourceRequest } from '../resource-handler.ts';
import type { Referable } from '../scope.ts';

type Properties = Readonly<Record<string, unknown>>;
type Describe = (request: ResourceRequest<Properties>) => Referable;

const plain: Describe = (request) => ({ ref: request.generateName(), attributes: {} });

/** Something with a name and an ARN that others may refer to. */
const named =
  (nameProperty: string, service: string, resource: (name: string) => string, refIsArn = false): Describe =>
  (request) => {
    const name = String(request.properties[nameProperty] ?? request.generateName());
    const { region, accountId } = request.context;
    const arn = `arn:aws:${service}:${region}:${accountId}:${resource(name)}`;
    return { ref: refIsArn ? arn : name, attributes: { Arn: arn } };
  };

const kmsKey: Describe = (request) => {
  const hex = createHash('sha256').update(request.generateName()).digest('hex');
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
  const { region, accountId } = request.context;
  return { ref: id, attributes: { KeyId: id, Arn: `arn:aws:kms:${region}:${accountId}:key/${id}` } };
};

const describers: Readonly<Record<string, Describe>> = {
  'AWS::ApplicationInsights::Application': plain,
  'AWS::CDK::Metadata': plain,
  'AWS::CloudFormation::WaitConditionHandle': plain,
  'AWS::CloudWatch::Alarm': named('AlarmName', 'cloudwatch', (name) => `alarm:${name}`),
  'AWS::CloudWatch::AnomalyDetector': plain,
  'AWS::CloudWatch::CompositeAlarm': named('AlarmName', 'cloudwatch', (name) => `alarm:${name}`),
  'AWS::CloudWatch::Dashboard': named('DashboardName', 'cloudwatch', (name) => `dashboard/${name}`),
  'AWS::Glue::TableOptimizer': plain,
  'AWS::KMS::Alias': (request) => ({ ref: String(request.properties.AliasName), attributes: {} }),
  'AWS::KMS::Key': kmsKey,
  'AWS::Logs::MetricFilter': plain,
  'AWS::Logs::QueryDefinition': plain,
  'AWS::Logs::ResourcePolicy': plain,
  'AWS::ResourceGroups::Group': named('Name', 'resource-groups', (name) => `group/${name}`),
  'AWS::XRay::Group': named('GroupName', 'xray', (name) => `group/${name}`, true),
  'AWS::XRay::SamplingRule': plain,
};

/**
 * Types that a stack needs on AWS and that nothing here depends on: they watch, encrypt or describe. They get a name
 * and an ARN, so that others can refer to them, and the log lists them.
 */
export const harmlessTypes: ReadonlyMap<string, ResourceHandler<Properties>> = new Map(
  Object.entries(describers).map(([type, describe]) => [
    type,
    {
      type,
      properties: [],
      create: async (request) => describe(request),
      update: async (request) => describe(request),
      delete: async () => {},
    },
  ]),
);
