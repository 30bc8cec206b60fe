import type { ExecutionMode } from '../../contracts/evaluation-config.ts';
import type { CountingEndpoint } from './counting-endpoint.ts';
import type { RollcallCloud } from './rollcall-cloud.ts';

export const MODES: ExecutionMode[] = ['endpoint', 'agent', 'tool'];

/**
 * The modes a whole run is tried in: those named, or all of them in `npm run soak`. What is the same code in every mode
 * needs one in `npm test`; the callers' own tests have the others.
 */
export const modesFor = (...named: ExecutionMode[]): ExecutionMode[] => (process.env.ROLLCALL_SOAK ? MODES : named);

/** A configuration whose calls, in any mode, end at the endpoint that counts them. */
export function countedConfig(
  mode: ExecutionMode,
  rollcall: RollcallCloud,
  endpoint: Pick<CountingEndpoint, 'url'>,
  executor: object = {},
): object {
  const common = { executionMode: mode, executor: { retryPolicy: { intervalSeconds: 0 }, ...executor } };
  const input = `{ "n": input.n, "url": "${endpoint.url}" }`;
  switch (mode) {
    case 'endpoint':
      return { ...common, endpoint: { url: endpoint.url, allowPrivateAddresses: true } };
    case 'agent':
      return { ...common, agentStateMachineArn: rollcall.output('CountingAgentArn'), agentInputMapping: input };
    case 'tool':
      return {
        ...common,
        toolLambdaArn: rollcall.output('CountingToolArn'),
        toolInputMapping: input,
        toolOutputMapping: '{ "actualOutput": answer, "costUsd": cost_usd }',
      };
  }
}

/** Inputs `{ n: 0 }`, `{ n: 1 }` … */
export const numbers = (count: number): { n: number }[] => Array.from({ length: count }, (_, n) => ({ n }));
