import { dataLimitExceeded } from '../engine/states-error.ts';
import { PAYLOAD_BYTES } from './map-limits.ts';

export type Transformation = 'NONE' | 'COMPACT' | 'FLATTEN';

/** An execution as DescribeExecution gives it. */
export interface DescribedChild {
  readonly executionArn: string;
  readonly stateMachineArn: string;
  readonly name: string;
  readonly status: string;
  readonly startDate: Date;
  readonly stopDate?: Date;
  readonly input?: string;
  readonly output?: string;
  readonly error?: string;
  readonly cause?: string;
  readonly redriveCount?: number;
  readonly redriveStatus?: string;
  readonly redriveStatusReason?: string;
}

/** One child's part of the results, as JSON texts. What failed is always given with its metadata. */
export function transformed(child: DescribedChild, transformation: Transformation): string[] {
  if (child.status !== 'SUCCEEDED' || transformation === 'NONE') return [JSON.stringify(withMetadata(child))];
  const output = child.output ?? 'null';
  if (transformation === 'COMPACT') return [output];
  const value: unknown = JSON.parse(output);
  return Array.isArray(value) ? value.map((item) => JSON.stringify(item)) : [output];
}

/** The members are in the order of the alphabet, as Step Functions writes them. */
export function withMetadata(child: DescribedChild): Record<string, unknown> {
  return {
    ExecutionArn: child.executionArn,
    ...(child.cause === undefined ? {} : { Cause: child.cause }),
    ...(child.error === undefined ? {} : { Error: child.error }),
    Input: child.input,
    InputDetails: { Included: true },
    Name: child.name,
    ...(child.output === undefined ? {} : { Output: child.output, OutputDetails: { Included: true } }),
    RedriveCount: child.redriveCount ?? 0,
    ...(child.redriveStatus === undefined ? {} : { RedriveStatus: child.redriveStatus }),
    ...(child.redriveStatusReason === undefined ? {} : { RedriveStatusReason: child.redriveStatusReason }),
    StartDate: child.startDate,
    StateMachineArn: child.stateMachineArn,
    Status: child.status,
    StopDate: child.stopDate,
  };
}

/**
 * The children's results as the state's output, in the children's order. Once they are more than a payload may be
 * nothing is kept: the state will fail when it ends.
 */
export class ChildResults {
  readonly #texts: string[][] = [];
  #bytes = '[]'.length;

  set(index: number, texts: string[]): void {
    for (const text of texts) this.#bytes += Buffer.byteLength(text) + 1;
    if (this.#bytes - 1 > PAYLOAD_BYTES) this.#texts.length = 0;
    else this.#texts[index] = texts;
  }

  output(stateName: string, outputType: 'JSON' | 'JSONL'): unknown {
    if (this.#bytes - 1 > PAYLOAD_BYTES) throw dataLimitExceeded(stateName);
    const texts = this.#texts.flat();
    return outputType === 'JSONL' ? texts.join('\n') : JSON.parse(`[${texts.join(',')}]`);
  }
}
