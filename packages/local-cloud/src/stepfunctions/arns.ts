import { AwsError } from '../aws-error.ts';

/** The parts of a Step Functions ARN after `arn:aws:states:REGION:ACCOUNT:`. */
export interface ExecutionPlace {
  readonly machine: string;
  /** The Map's Label, for a child of a distributed Map. */
  readonly label?: string;
  readonly name: string;
}

const STATE_MACHINE = /^arn:aws[\w-]*:states:[\w-]*:\d{12}:stateMachine:([^:/]+)(?:\/([^:/]+))?$/;
const EXECUTION = /^arn:aws[\w-]*:states:[\w-]*:\d{12}:execution:([^:/]+)(?:\/([^:]+))?:([^:/]+)$/;
const EXPRESS = /^arn:aws[\w-]*:states:[\w-]*:\d{12}:express:[^:]+:[^:]+:[^:]+$/;
const MAP_RUN = /^arn:aws[\w-]*:states:[\w-]*:\d{12}:mapRun:([^:/]+)\/([^:]+):([^:/]+)$/;

export interface ArnFactory {
  stateMachine(name: string): string;
  execution(machine: string, name: string): string;
  expressExecution(machine: string, name: string, id: string): string;
}

export function arnFactory(region: string, accountId: string): ArnFactory {
  const prefix = `arn:aws:states:${region}:${accountId}`;
  return {
    stateMachine: (name) => `${prefix}:stateMachine:${name}`,
    execution: (machine, name) => `${prefix}:execution:${machine}:${name}`,
    expressExecution: (machine, name, id) => `${prefix}:express:${machine}:${name}:${id}`,
  };
}

function invalidArn(arn: unknown): AwsError {
  return new AwsError('InvalidArn', `Invalid Arn: 'Invalid ARN: ${String(arn)}'`);
}

const QUALIFIED = /^(arn:aws[\w-]*:states:[\w-]*:\d{12}:stateMachine:[^:/]+):([^:/]+)$/;

/** The ARN of a version or an alias, taken apart; others have no qualifier. */
export function qualifierOf(arn: string): { unqualified: string; qualifier?: string } {
  const [, unqualified, qualifier] = QUALIFIED.exec(arn) ?? [];
  return unqualified === undefined ? { unqualified: arn } : { unqualified, qualifier };
}

/** The machine's name in the ARN of a state machine, not of a version or alias. */
export function stateMachineName(arn: string): string {
  const name = STATE_MACHINE.exec(arn)?.[1];
  if (!name) throw invalidArn(arn);
  return name;
}

export function executionPlace(arn: string): ExecutionPlace {
  if (EXPRESS.test(arn)) {
    throw new AwsError(
      'StateMachineTypeNotSupported',
      `State Machine Type Not Supported: 'This operation is not supported by this type of state machine: ${arn}'`,
    );
  }
  const [, machine, label, name] = EXECUTION.exec(arn) ?? [];
  if (!machine || !name) throw invalidArn(arn);
  return { machine, label, name };
}

export function mapRunPlace(arn: string): { machine: string; label: string; id: string } {
  const [, machine, label, id] = MAP_RUN.exec(arn) ?? [];
  if (!machine || !label || !id) throw invalidArn(arn);
  return { machine, label, id };
}
