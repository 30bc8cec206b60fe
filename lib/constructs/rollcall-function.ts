import { join } from 'node:path';
import { type Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import { NodejsFunction, OutputFormat, SourceMapMode } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { allow } from '../allow.ts';

export interface RollcallFunctionProps {
  /** The folder in `functions/`. */
  readonly name: string;
  readonly description: string;
  readonly suffix: string;
  readonly timeout: Duration;
  /** MB. Default: 512 */
  readonly memorySize?: number;
  readonly environment: Record<string, string>;
}

/** A function of ours: Node 22 on arm64, one minified ESM file, its own log group and a role with nothing extra. */
export class RollcallFunction extends NodejsFunction {
  override readonly role: Role;

  constructor(scope: Construct, id: string, props: RollcallFunctionProps) {
    const functionName = `rollcall-${props.name}${props.suffix}`;
    const logGroup = new LogGroup(scope, `${id}Logs`, {
      logGroupName: `/aws/lambda/${functionName}`,
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    allow(role, ['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]);
    super(scope, id, {
      functionName,
      description: props.description,
      entry: join(import.meta.dirname, '../../functions', props.name, 'handler.ts'),
      handler: 'handler',
      runtime: Runtime.NODEJS_22_X,
      architecture: Architecture.ARM_64,
      timeout: props.timeout,
      memorySize: props.memorySize ?? 512,
      role,
      logGroup,
      tracing: Tracing.ACTIVE,
      environment: { ...props.environment, NODE_OPTIONS: '--enable-source-maps' },
      bundling: {
        format: OutputFormat.ESM,
        target: 'node22',
        minify: true,
        sourceMap: true,
        sourceMapMode: SourceMapMode.EXTERNAL,
        sourcesContent: false,
        bundleAwsSDK: true,
        mainFields: ['module', 'main'],
        // Some CommonJS dependencies call require for Node's own modules.
        banner: "import{createRequire as _cr}from'node:module';const require=_cr(import.meta.url);",
      },
    });
    this.role = role;
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'Active tracing writes to X-Ray, whose actions have no resource.',
    });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-L1',
      reason: 'Node.js 22 is the long-term support release the bundles are made for.',
    });
  }
}
