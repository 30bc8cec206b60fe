import { readFileSync } from 'node:fs';
import * as cloudformation from '@aws-sdk/client-cloudformation';
import * as lambda from '@aws-sdk/client-lambda';
import * as sfn from '@aws-sdk/client-sfn';
import * as sns from '@aws-sdk/client-sns';

const SERVICES: Record<string, { readonly sdk: object; readonly client: string; readonly camel?: boolean }> = {
  cloudformation: { sdk: cloudformation, client: 'CloudFormationClient' },
  lambda: { sdk: lambda, client: 'LambdaClient' },
  sns: { sdk: sns, client: 'SNSClient' },
  stepfunctions: { sdk: sfn, client: 'SFNClient', camel: true },
};

/** Flags of the AWS CLI itself, and those it calls otherwise than the API does. */
const OWN_FLAGS = ['query', 'cli-binary-format', 'output', 'region'];
const RENAMED: Record<string, string> = { 'notification-endpoint': 'endpoint' };

interface Client {
  send(command: unknown): Promise<Record<string, unknown>>;
}

/** Does what `aws SERVICE OPERATION --flags` would, with the SDK: the AWS CLI need not be there. */
export async function awsCommand([service = '', operation = '', ...flags]: string[], endpoint: string) {
  const known = SERVICES[service];
  if (!known) throw new Error(`aws ${service}: the test does not know this service.`);
  const sdk = known.sdk as Record<string, new (input: object) => unknown>;
  const Client = sdk[known.client];
  const Command = sdk[`${pascal(operation)}Command`];
  if (!Client || !Command) throw new Error(`aws ${service} ${operation}: there is no such operation.`);
  const input: Record<string, unknown> = {};
  for (let index = 0; index < flags.length; index++) {
    const flag = flags[index] ?? '';
    // What is no flag is the file that `lambda invoke` writes its answer to.
    if (!flag.startsWith('--')) continue;
    const name = flag.slice(2);
    const value = flags[++index] ?? '';
    if (OWN_FLAGS.includes(name)) continue;
    const member = pascal(RENAMED[name] ?? name);
    input[known.camel ? member[0]?.toLowerCase() + member.slice(1) : member] = parsed(name, value);
  }
  const client = new Client({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  }) as Client;
  return client.send(new Command(input));
}

const pascal = (name: string): string => name.replace(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase());

function parsed(name: string, value: string): unknown {
  if (name === 'payload') return Buffer.from(value);
  if (value.startsWith('file://')) return readFileSync(value.slice('file://'.length), 'utf8');
  return name === 'attributes' ? (JSON.parse(value) as unknown) : value;
}
