import type { ExecutionMode } from '../../../contracts/evaluation-config.ts';

/** What a person has typed about a target; texts as typed, so that nothing is lost while it is not yet right. */
export interface TargetValues {
  readonly mode: ExecutionMode;
  readonly url: string;
  readonly method: string;
  /** One `Name: value` a line. */
  readonly headers: string;
  readonly auth: '' | 'bearer' | 'basic' | 'header';
  readonly authHeader: string;
  readonly secretArn: string;
  readonly secretKey: string;
  readonly response: 'auto' | 'json' | 'text';
  readonly privateAddresses: boolean;
  readonly arn: string;
  readonly inputMapping: string;
  readonly outputMapping: string;
}

/** Of the parts of the form. */
export interface TargetFieldsProps {
  readonly values: TargetValues;
  readonly onChange: (patch: Partial<TargetValues>) => void;
  /** What is wrong, by the configuration's field. */
  readonly problems: Readonly<Record<string, string>>;
}

export const NO_TARGET: TargetValues = {
  mode: 'endpoint',
  url: '',
  method: 'POST',
  headers: '',
  auth: '',
  authHeader: '',
  secretArn: '',
  secretKey: '',
  response: 'auto',
  privateAddresses: false,
  arn: '',
  inputMapping: '',
  outputMapping: '',
};

/** The target part of a configuration, without what is as it is by default. */
export function targetConfig(values: TargetValues): Record<string, unknown> {
  const mapping = {
    ...(values.inputMapping.trim() && { [`${values.mode}InputMapping`]: values.inputMapping }),
    ...(values.outputMapping.trim() && { [`${values.mode}OutputMapping`]: values.outputMapping }),
  };
  if (values.mode === 'agent') return { executionMode: 'agent', agentStateMachineArn: values.arn.trim(), ...mapping };
  if (values.mode === 'tool') return { executionMode: 'tool', toolLambdaArn: values.arn.trim(), ...mapping };
  return { executionMode: 'endpoint', endpoint: endpointOf(values), ...mapping };
}

function endpointOf(values: TargetValues) {
  const headers = headersOf(values.headers);
  return {
    url: values.url.trim(),
    ...(values.method !== 'POST' && { method: values.method }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(values.auth && { auth: authOf(values) }),
    ...(values.response !== 'auto' && { response: values.response }),
    ...(values.privateAddresses && { allowPrivateAddresses: true }),
  };
}

function authOf({ auth, authHeader, secretArn, secretKey }: TargetValues) {
  return {
    type: auth,
    ...(auth === 'header' && { header: authHeader.trim() }),
    secretArn: secretArn.trim(),
    ...(auth !== 'basic' && secretKey.trim() && { secretKey: secretKey.trim() }),
  };
}

export const headersOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.trim())
      .map((line) => {
        const colon = line.indexOf(':');
        return colon < 0 ? [line.trim(), ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
      }),
  );

/** The form of a configuration there is already. */
export function targetValues(config: Readonly<Record<string, unknown>>): TargetValues {
  const mode = (config.executionMode ?? 'endpoint') as ExecutionMode;
  const endpoint = (config.endpoint ?? {}) as Record<string, unknown>;
  const auth = (endpoint.auth ?? {}) as Record<string, string>;
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return {
    mode,
    url: text(endpoint.url),
    method: text(endpoint.method) || 'POST',
    headers: Object.entries((endpoint.headers ?? {}) as Record<string, string>)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
    auth: (auth.type ?? '') as TargetValues['auth'],
    authHeader: text(auth.header),
    secretArn: text(auth.secretArn),
    secretKey: text(auth.secretKey),
    response: (endpoint.response ?? 'auto') as TargetValues['response'],
    privateAddresses: endpoint.allowPrivateAddresses === true,
    arn: text(config.agentStateMachineArn) || text(config.toolLambdaArn),
    inputMapping: text(config[`${mode}InputMapping`]),
    outputMapping: text(config[`${mode}OutputMapping`]),
  };
}
