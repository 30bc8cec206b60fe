import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { connectTraces, type Tracing } from '../../client/traces/connect-traces.ts';
import type { Connection } from './connect.ts';

/** Traces and monitors of where a command acts. */
export const tracingOf = ({ clients, outputs }: Connection): Promise<Tracing> =>
  connectTraces(new CloudFormationClient(clients.settings), clients, outputs);
