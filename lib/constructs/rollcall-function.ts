import { type Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  type CfnFunction,
  Code,
  Function as LambdaFunction,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { allow } from '../allow.ts';
import { bundleOf, sourceOf } from '../bundle-functions.ts';

export interface RollcallFunctionProps {
  /** The folder in `functions/`. */
  readonly name: string;
  readonly description: string;
  readonly suffix: string;
  readonly timeout: Duration;
  /** MB. Default: 512 */
  readonly memorySize?: number;
  /** Default: as many at once as the account has. */
  readonly reservedConcurrentExecutions?: number;
  readonly environment: Record<string, string>;
}

/** A function of ours: Node 24 on arm64, one minified file, its own log group and a role with nothing extra. */
export class RollcallFunction extends LambdaFunction {
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
      code: Code.fromAsset(Stack.of(scope).bundlingRequired ? bundleOf(props.name) : sourceOf(props.name)),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      timeout: props.timeout,
      memorySize: props.memorySize ?? 512,
      reservedConcurrentExecutions: props.reservedConcurrentExecutions,
      role,
      logGroup,
      tracing: Tracing.ACTIVE,
      environment: props.environment,
    });
    this.role = role;
    this.node.addValidation({ validate: () => this.#tooLarge() });
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'Active tracing writes to X-Ray, whose actions have no resource.',
    });
  }

  /** Puts the events it is invoked with asynchronously, and fails on three times, into a queue. */
  sendFailuresTo({ queueArn: destination }: IQueue): void {
    this.configureAsyncInvoke({ onFailure: { bind: () => ({ destination }) }, retryAttempts: 2 });
    allow(this.role, ['sqs:SendMessage'], [destination]);
  }

  /** A deployment would fail on it half-way. */
  #tooLarge(): string[] {
    const { variables = {} } = Stack.of(this).resolve((this.node.defaultChild as CfnFunction).environment) ?? {};
    const bytes = Object.entries(variables as Record<string, unknown>)
      .flatMap(([name, value]) => [name, textOf(value)])
      .reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    if (bytes <= MOST_ENVIRONMENT_BYTES) return [];
    return [
      `Its environment variables have about ${bytes} bytes; Lambda takes ${MOST_ENVIRONMENT_BYTES}. Name several secrets, agents or tools at once with * in their ARNs.`,
    ];
  }
}

/** All variables together, with their names. */
const MOST_ENVIRONMENT_BYTES = 4096;
/** Stands for a value that is known at deployment only. */
const UNKNOWN = '-'.repeat(80);

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const { 'Fn::Join': joined } = value as { 'Fn::Join'?: [string, unknown[]] };
  return joined ? joined[1].map(textOf).join(joined[0]) : UNKNOWN;
}
