import { Names, type Stack } from 'aws-cdk-lib';
import { CfnTable } from 'aws-cdk-lib/aws-dynamodb';
import { CfnRole, Role } from 'aws-cdk-lib/aws-iam';
import { CfnFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnLogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnBucket } from 'aws-cdk-lib/aws-s3';
import { CfnTableBucket } from 'aws-cdk-lib/aws-s3tables';
import { CfnTopic } from 'aws-cdk-lib/aws-sns';
import { CfnQueue } from 'aws-cdk-lib/aws-sqs';
import type { IConstruct } from 'constructs';
import { allow } from './allow.ts';
import type { Settings } from './settings.ts';

const LONGEST_ROLE_NAME = 64;
/** What Lambda does with a function's role to connect it to subnets. */
const NETWORK_INTERFACES = [
  'ec2:AssignPrivateIpAddresses',
  'ec2:CreateNetworkInterface',
  'ec2:DeleteNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSubnets',
  'ec2:UnassignPrivateIpAddresses',
];

/** Lays what a company asks of all its resources over the finished stacks. */
export function applyCompanySettings(stacks: readonly Stack[], settings: Settings): void {
  const { encryptionKey, logDays } = settings;
  for (const construct of stacks.flatMap((stack) => stack.node.findAll())) {
    if (construct instanceof CfnLogGroup) construct.retentionInDays = logDays;
    nameRole(construct, settings);
    connect(construct, settings);
    if (encryptionKey !== undefined) encrypt(construct, encryptionKey);
  }
}

function nameRole(construct: IConstruct, { permissionsBoundary, rolePrefix }: Settings): void {
  if (!(construct instanceof CfnRole)) return;
  construct.permissionsBoundary = permissionsBoundary;
  if (rolePrefix === undefined) return;
  const maxLength = LONGEST_ROLE_NAME - rolePrefix.length;
  construct.roleName = rolePrefix + Names.uniqueResourceName(construct, { maxLength });
}

function connect(construct: IConstruct, { subnets, securityGroups }: Settings): void {
  if (subnets.length === 0) return;
  if (construct instanceof CfnFunction) {
    construct.vpcConfig = { subnetIds: subnets, securityGroupIds: securityGroups };
  } else if (construct instanceof LambdaFunction && construct.role) {
    allow(construct.role, NETWORK_INTERFACES, ['*'], 'Network interfaces have no names before they are created.');
  }
}

function encrypt(construct: IConstruct, key: string): void {
  if (construct instanceof CfnBucket) {
    construct.bucketEncryption = {
      serverSideEncryptionConfiguration: [
        { bucketKeyEnabled: true, serverSideEncryptionByDefault: { sseAlgorithm: 'aws:kms', kmsMasterKeyId: key } },
      ],
    };
  } else if (construct instanceof CfnTableBucket) {
    construct.encryptionConfiguration = { sseAlgorithm: 'aws:kms', kmsKeyArn: key };
  } else if (construct instanceof CfnTable) {
    construct.sseSpecification = { sseEnabled: true, sseType: 'KMS', kmsMasterKeyId: key };
  } else if (construct instanceof CfnQueue) {
    construct.sqsManagedSseEnabled = undefined;
    construct.kmsMasterKeyId = key;
  } else if (construct instanceof CfnTopic) {
    construct.kmsMasterKeyId = key;
  } else if (construct instanceof CfnLogGroup) {
    construct.kmsKeyId = key;
  } else if (construct instanceof Role) {
    allow(construct, ['kms:Decrypt', 'kms:GenerateDataKey'], [key]);
  }
}
