import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { AddressInfo } from 'node:net';
import { AwsError } from './aws-error.ts';
import type { CloudContext, CloudEvents } from './cloud-context.ts';
import { createGateway } from './gateway/gateway.ts';
import { Identities } from './iam/identities.ts';
import { sessionSalt } from './iam/session-salt.ts';
import { atLeast, callLatency, type LatencyModel, parseLatency } from './latency.ts';
import { AWS_LIMITS, type Limits } from './quotas/limits.ts';
import type { Throttle } from './quotas/throttle.ts';
import type { Caller, Permission, Service } from './service.ts';
import { presign } from './signature/sign.ts';

export interface CloudOptions {
  readonly dataDir: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly region?: string;
  /** Where a person is sent who opens the cloud's address in a browser. */
  readonly home?: () => string | undefined;
  /** Environment variables that every function gets, whatever its own are, by the ports that the cloud listens on. */
  readonly variables?: (ports: readonly number[]) => Readonly<Record<string, string>>;
  readonly log?: (line: string) => void;
  /** Makes the services; each is given the context the others are reached through. */
  readonly services: (context: CloudContext) => Service[] | Promise<Service[]>;
  /** Throws AccessDenied when the caller may not. */
  readonly authorize: (caller: Caller, permissions: Permission[]) => void;
  /** Throws when an operation is called more often than an account may. Nothing is throttled, unless given. */
  readonly throttle?: Throttle;
  /** How long AWS would take. Default: no time is added. */
  readonly latency?: LatencyModel;
  /** In the place of an older account's. */
  readonly limits?: Partial<Limits>;
}

export interface Cloud {
  readonly context: CloudContext;
  readonly endpoint: string;
  close(): Promise<void>;
}

const ACCOUNT_ID = '000000000000';
/** What stands before the account in a queue's URL. */
const QUEUE_ADDRESS = /http:\/\/127\.0\.0\.1:\d+(?=\/000000000000\/[\w-]+)/g;

/** Wires services, identities and the gateway together and listens on loopback. */
export async function createCloud(options: CloudOptions): Promise<Cloud> {
  const identities = new Identities(ACCOUNT_ID, sessionSalt(options.dataDir));
  const services = new Map<string, Service>();
  const log = options.log ?? (() => {});
  const latency = parseLatency(options.latency ?? {});
  let endpoint = '';

  const call = (service: Service, operation: string, input: unknown, caller: Caller, requestId: string) => {
    const found = Object.hasOwn(service.operations, operation) ? service.operations[operation] : undefined;
    if (!found) {
      throw new AwsError(
        'UnknownOperationException',
        `The local cloud does not host ${service.name}:${operation}.`,
        404,
      );
    }
    options.throttle?.(service.name, operation);
    const details = { caller, requestId };
    if (caller.roleArn) options.authorize(caller, found.permissions(input as never, details));
    return atLeast(callLatency(latency, service.name, operation), found.run(input as never, details));
  };

  const region = options.region ?? 'us-east-1';
  const context: CloudContext = {
    accountId: ACCOUNT_ID,
    region,
    dataDir: options.dataDir,
    endpoint: () => endpoint,
    ports: new Set(),
    moved: new Map(),
    follow: (text) => {
      const followed = text.replace(QUEUE_ADDRESS, endpoint);
      return [...context.moved].reduce(
        (result, [from, to]) => result.replaceAll(new RegExp(`${from}\\b`, 'g'), to),
        followed,
      );
    },
    hostVariables: () => options.variables?.([...context.ports]) ?? {},
    administrator: identities.administrator,
    assumeRole: (roleArn, sessionName) => identities.assumeRole(roleArn, sessionName),
    credentialsFor: (...session) => identities.credentialsFor(...session),
    presign: (service, method, url, seconds) => {
      const credentials = identities.credentialsFor(identities.administrator);
      return presign(url, method, seconds, { credentials, region, service });
    },
    async call<Output>(name: string, operation: string, input: unknown, caller: Caller) {
      const service = services.get(name);
      if (!service) throw new AwsError('NotHosted', `The local cloud does not host the service ${name}.`, 501);
      return (await call(service, operation, input, caller, randomUUID())) as Output;
    },
    authorize: (caller, permissions) => {
      if (caller.roleArn) options.authorize(caller, permissions);
    },
    hosts: (name, operation) => Object.hasOwn(services.get(name)?.operations ?? {}, operation),
    latency,
    limits: { ...AWS_LIMITS, ...options.limits },
    events: new EventEmitter<CloudEvents>(),
    log,
  };

  for (const service of await options.services(context)) services.set(service.name, service);

  const gateway = createGateway({
    services,
    identities,
    home: options.home,
    call: async (...args) => call(...args),
    log,
  });
  const closeServices = async () => {
    for (const service of [...services.values()].reverse()) await service.close?.();
  };
  try {
    await new Promise<void>((resolve, reject) => {
      gateway.once('error', reject);
      gateway.listen(options.port, '127.0.0.1', resolve);
    });
  } catch (error) {
    await closeServices();
    throw error;
  }
  const { port } = gateway.address() as AddressInfo;
  endpoint = `http://127.0.0.1:${port}`;
  context.ports.add(port);
  context.events.emit('cloud:ports');

  return {
    context,
    endpoint,
    async close() {
      gateway.close();
      gateway.closeAllConnections();
      await closeServices();
    },
  };
}
