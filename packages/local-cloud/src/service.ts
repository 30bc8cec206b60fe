import type { HttpRequest } from './gateway/http.ts';
import type { Protocol } from './gateway/protocol.ts';

/** Who makes a call: the account's administrator, or a session of one role. */
export interface Caller {
  /** `arn:aws:iam::000000000000:root`, or `arn:aws:sts::…:assumed-role/NAME/SESSION` */
  readonly arn: string;
  /** Set when the caller acts as a role: `arn:aws:iam::…:role/NAME` */
  readonly roleArn?: string;
}

/** What an operation knows about the call besides its input. */
export interface Call {
  readonly caller: Caller;
  readonly requestId: string;
}

/** One thing the caller must be allowed to do for a call to go ahead. */
export interface Permission {
  /** `s3:GetObject` */
  readonly action: string;
  /** The resource's ARN, or `*` for actions that have none. */
  readonly resource: string;
  /** Condition keys, e.g. `{ 's3:prefix': 'runs/' }` */
  readonly context?: Readonly<Record<string, string>>;
}

/**
 * One AWS API operation. Input and output have the shape the AWS SDK documents for it, whichever way the call
 * comes in: over HTTP, from a state machine's task, or from another service of the local cloud.
 */
export interface Operation<Input = never, Output = unknown> {
  /** Checked for calls made by a role before `run`. Must not fail on bad input; `run` reports that. */
  permissions(input: Input, call: Call): Permission[];
  run(input: Input, call: Call): Promise<Output>;
}

/** The operations of one service by name: `{ PutObject: putObject, … }`. */
export type Operations = Readonly<Record<string, Operation>>;

/** A hosted AWS service: how it is spoken to over HTTP, and what it can do. */
export interface Service {
  /** The name in the SigV4 credential scope: `s3`, `states`, `monitoring` … */
  readonly name: string;
  readonly protocol: Protocol;
  readonly operations: Operations;
  /** Takes bodies as they come in, and checks their hash itself. */
  readonly streamsBodies?: boolean;
  /** What lets the web page a request comes from call; undefined: nothing does. */
  corsHeaders?(request: HttpRequest): Readonly<Record<string, string | number | undefined>> | undefined;
  /** Lets work in hand finish and puts state on disk. */
  close?(): Promise<void>;
}
