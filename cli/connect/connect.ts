import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { type ClientSettings, type Clients, createClients } from '../../client/connect/clients.ts';
import { type Installation, installationAt } from '../../client/connect/installation.ts';
import { readOutputs } from '../../client/connect/outputs.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { dataFolder, isFolder } from '../../dev/data-folder.ts';
import { findLocalCloud } from '../../dev/find-local-cloud.ts';
import type { OwnCloud, OwnCloudOptions } from '../../dev/start-own-cloud.ts';
import { CliError, usageError } from '../exit-codes.ts';
import { consoleAddress } from './console-address.ts';

/** Where a command acts: on AWS if any of its options is set, otherwise on the local cloud. */
export interface WhereOptions {
  readonly aws?: boolean;
  readonly profile?: string;
  readonly region?: string;
  readonly stack?: string;
  readonly stage?: string;
  readonly data?: string;
  readonly assembly?: readonly string[];
}

/** The installation that a command acts on. */
export interface Connection extends Installation {
  /** `the local cloud at http://127.0.0.1:4599`, `AWS, eu-west-1` */
  readonly label: string;
  readonly region: string;
  /** Options that make another command act on the same installation. */
  readonly flags: string;
  /** This command started the local cloud, which ends with it. Leaving a run would stop it. */
  readonly endsWithCommand: boolean;
  /** Whether Ctrl-C asks what to do with the run. */
  readonly asksOnInterrupt: boolean;
  /** Whether runs store keys from environment variables in its Secrets Manager. */
  readonly keepsKeys: boolean;
  /** Address of the AWS console. The local cloud has none. */
  readonly console?: string;
  close(): Promise<void>;
}

export const meansAws = (options: WhereOptions): boolean =>
  Boolean(options.aws || options.profile || options.stack || (options.region && !process.env.AWS_ENDPOINT_URL));

export interface ConnectOptions {
  /** Creates the data folder if there is none. Default: false */
  readonly creates?: boolean;
}

export async function connect(
  where: WhereOptions,
  options: ConnectOptions,
  note: (text: string) => void,
): Promise<Connection> {
  return meansAws(where) ? connectToAws(where) : connectLocally(where, options, note);
}

async function connectToAws(options: WhereOptions): Promise<Connection> {
  const { profile, region: asked } = options;
  const suffix = suffixOf(options);
  const settings = { profile, ...(asked && { region: asked }) };
  const clients = createClients(settings);
  const region = await regionOf(clients);
  const outputs = await readOutputs(new CloudFormationClient(settings), suffix, `AWS, region ${region}`);
  return {
    ...installationAt(clients, outputs, 1_000),
    region,
    label: `AWS, ${region}`,
    flags: flagsOf(options),
    endsWithCommand: false,
    asksOnInterrupt: false,
    keepsKeys: false,
    console: consoleAddress(region),
    close: async () => {},
  };
}

async function regionOf({ sfn }: Clients): Promise<string> {
  try {
    return await sfn.config.region();
  } catch {
    throw usageError('No AWS Region is set.', 'Pass --region, set AWS_REGION, or set a Region in the profile.');
  }
}

const flagsOf = ({ profile, region, stack, stage }: WhereOptions): string =>
  [
    profile && `--profile ${profile}`,
    region && `--region ${region}`,
    stack && `--stack ${stack}`,
    stage && `--stage ${stage}`,
  ]
    .filter(Boolean)
    .join(' ') || '--aws';

async function connectLocally(
  options: WhereOptions,
  { creates }: ConnectOptions,
  note: (text: string) => void,
): Promise<Connection> {
  const data = options.data ?? dataFolder();
  const given = process.env.AWS_ENDPOINT_URL;
  const found = given ? { endpoint: given, region: process.env.AWS_REGION ?? 'us-east-1' } : await findLocalCloud(data);
  if (found && options.assembly) {
    const { loadIntoCloud } = await import('../../dev/load-into-cloud.ts');
    await loadIntoCloud(found.endpoint, options.assembly, note);
  }
  if (found) return connectionTo(found, options);
  if (!creates && !isFolder(data)) {
    throw usageError(
      options.data ? `The folder ${data} does not exist.` : `Found no ${data} in this or a parent folder.`,
      'Create one with rollcall run or rollcall dev, choose another with --data, or use AWS with --aws.',
    );
  }
  note(`Starting a local cloud on ${data} for this command. To keep one running, use rollcall dev.`);
  return connectToOwnCloud({ data, assemblies: options.assembly, note }, options);
}

/** Starts a local cloud that stops with the connection. */
async function connectToOwnCloud(options: OwnCloudOptions, where: WhereOptions): Promise<Connection> {
  // Loading takes a second or two, so only commands that need it do so.
  const { startOwnCloud } = await import('../../dev/start-own-cloud.ts');
  const own = await startOwnCloud(options);
  try {
    return await connectionTo(own, where);
  } catch (error) {
    await own.cloud?.close();
    throw error;
  }
}

async function connectionTo({ endpoint, region, cloud }: OwnCloud, where: WhereOptions): Promise<Connection> {
  const settings = localSettings(endpoint, region);
  const clients = createClients(settings);
  const label = `the local cloud at ${endpoint}`;
  const outputs = await readOutputs(new CloudFormationClient(settings), suffixOf(where), label).catch((error) => {
    throw isMissingStack(error) ? new CliError(error.message, { hint: LOCAL_STACK_HINT, cause: error }) : error;
  });
  return {
    ...installationAt(clients, outputs, 150),
    region,
    label,
    flags: where.data ? `--data ${where.data}` : '',
    endsWithCommand: cloud !== undefined,
    asksOnInterrupt: true,
    keepsKeys: true,
    close: async () => cloud?.close(),
  };
}

const isMissingStack = (error: unknown): error is RollcallError =>
  error instanceof RollcallError && ['StackNotFound', 'StackOutdated'].includes(error.name);

const LOCAL_STACK_HINT = 'Start rollcall dev to load the stacks of this version. For another stage, add -c stage=NAME.';

/** AWS credentials are sent to the local cloud only if AWS_ENDPOINT_URL points to it. */
function localSettings(endpoint: string, region: string): ClientSettings {
  const {
    AWS_ENDPOINT_URL,
    AWS_ACCESS_KEY_ID = 'local',
    AWS_SECRET_ACCESS_KEY = 'local',
    AWS_SESSION_TOKEN,
  } = process.env;
  const credentials = AWS_ENDPOINT_URL
    ? { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY, sessionToken: AWS_SESSION_TOKEN }
    : { accessKeyId: 'local', secretAccessKey: 'local' };
  return { endpoint, region, credentials };
}

/** `--stage qa` equals `--stack RollcallOrchestration-qa`. */
export function suffixOf({ stack, stage }: WhereOptions): string {
  if (stack) {
    const suffix = /^Rollcall(?:Orchestration|Storage)(|-[a-z][a-z0-9]{0,15})$/.exec(stack)?.[1];
    if (suffix === undefined) {
      throw usageError(
        `Invalid --stack ${stack}. Use RollcallOrchestration, or RollcallOrchestration-<stage> for another stage.`,
      );
    }
    return suffix;
  }
  return stage && stage !== 'main' ? `-${stage}` : '';
}
