import type { EventEmitter } from 'node:events';
import type { Credentials } from './iam/identities.ts';
import type { Latency } from './latency.ts';
import type { Limits } from './quotas/limits.ts';
import type { Caller, Permission } from './service.ts';

/** Something that happened in one service and that others listen to. */
export interface CloudEvents {
  /** A Step Functions execution changed status; `detail` is EventBridge's own shape for it. */
  'states:status-change': [detail: Record<string, unknown>];
  /** The cloud listens on a port more, or on one less. */
  'cloud:ports': [];
  /** One line a function wrote: stdout, stderr, or the platform's START/END/REPORT. */
  'lambda:log': [line: LambdaLogLine];
}

export interface LambdaLogLine {
  readonly functionName: string;
  readonly requestId: string;
  /** `/aws/lambda/NAME`, or the function's own choice. */
  readonly logGroup: string;
  readonly logStream: string;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  readonly message: string;
}

/** What every service of the local cloud is given. */
export interface CloudContext {
  readonly accountId: string;
  readonly region: string;
  /** The folder that holds all state; each service keeps to `dataDir/<service>`. */
  readonly dataDir: string;
  /** `http://127.0.0.1:4599`; known once the gateway listens. */
  readonly endpoint: () => string;
  /** Every port it listens on, in the order they were opened. */
  readonly ports: Set<number>;
  /** Text with the addresses that the cloud had in an earlier process: queues and HTTP APIs are where it listens now. */
  follow(text: string): string;
  /** Where HTTP APIs listen whose port was taken: their origins of earlier processes, and those of now. */
  readonly moved: Map<string, string>;
  /** What the host of the cloud gives every function besides. */
  readonly hostVariables: () => Readonly<Record<string, string>>;
  /** The account's administrator. */
  readonly administrator: Caller;
  /** A caller that acts as `roleArn`. */
  assumeRole(roleArn: string, sessionName: string): Caller;
  /** Access keys for a caller, as a Lambda environment gets them; or those of a session that ends. */
  credentialsFor(caller: Caller, seconds?: number): Credentials;
  /** A URL of a hosted service, made good for one request of this method, whoever sends it. */
  presign(service: string, method: string, url: string, seconds: number): string;
  /**
   * Makes an AWS call inside the process, as `caller`: permissions are checked, then the operation runs.
   * `service` is the SigV4 name: `s3`, `states`, `lambda`, `dynamodb`, `athena`, `glue`, `sns`, `sqs`, `events`, …
   */
  call<Output>(service: string, operation: string, input: unknown, caller: Caller): Promise<Output>;
  /** Throws AccessDenied when `caller` may not; for what a service does that is not an operation of another one. */
  authorize(caller: Caller, permissions: Permission[]): void;
  /** Whether a service is here and knows an operation; only meaningful once all services are made. */
  hosts(service: string, operation: string): boolean;
  /** How long AWS takes for what happens here at once; all zero, unless the cloud was given a model. */
  readonly latency: Latency;
  /** What may be under way at once. */
  readonly limits: Limits;
  readonly events: EventEmitter<CloudEvents>;
  /** One line for the person at the terminal. Never row text, never a secret. */
  log(line: string): void;
}
